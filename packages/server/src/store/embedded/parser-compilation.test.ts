import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const createCluster = fileURLToPath(new URL("create-cluster.ts", import.meta.url));

/** Returns the sizes in MB of the functions that V8 optimised while an embedded database was created. */
async function optimisedFunctions(): Promise<number[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-parser-"));
  // The lower budget makes V8 optimise the parser during this short run if it can.
  const flags = ["--trace-wasm-compilation-times", "--wasm-tiering-budget=2000000"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, createCluster, join(folder.path, "db")], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...stdout.matchAll(/using TurboFan, took \d+ ms and (\d+) /g)].map(([, bytes]) => Number(bytes) / 1e6);
}

test("V8 optimises functions of the embedded database, but none that takes more than 100 MB", async () => {
  const megabytes = await optimisedFunctions();
  expect(megabytes.length).toBeGreaterThan(50);
  expect(Math.max(...megabytes)).toBeLessThan(100);
});
