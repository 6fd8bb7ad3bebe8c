import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const createCluster = fileURLToPath(new URL("create-cluster.ts", import.meta.url));

// The server itself takes up to 190 MB at this time, and a container often has 512 MB.
test.runIf(existsSync("/proc/self/status"))("creating an empty cluster takes less than 320 MB", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-cluster-"));
  const child = spawn(process.execPath, ["--liftoff-only", createCluster, folder.path]);
  const peaks: number[] = [];
  const timer = setInterval(() => peaks.push(...peakMb(child.pid as number)), 20);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(timer);
  expect(code).toBe(0);
  expect(readFileSync(join(folder.path, "PG_VERSION"), "utf8").trim()).toMatch(/^\d+$/);
  expect(Math.max(...peaks)).toBeGreaterThan(100);
  expect(Math.max(...peaks)).toBeLessThan(320);
});

/** Maximum resident memory of a process so far; empty if it has ended. */
function peakMb(pid: number): number[] {
  try {
    return [Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024];
  } catch {
    return [];
  }
}
