import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { logout } from "@plumb/contract/people/auth.ts";
import { mainFile } from "../packages/server/src/testing/server-process.ts";
import { startEmptyDemo } from "./empty-demo.ts";
import { endedAfterMs } from "./history/schedule.ts";
import { loadHistory } from "./load-demo.ts";

/**
 * Writes the prepared demo: `node demo/prepare.ts <folder>`. It is a backup of a server with all runs before the last night, so that `--demo` only has to
 * restore it and to upload that night (`restore-demo.ts` of the server).
 */
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("dist", import.meta.url)));
const dataDir = mkdtempSync(join(tmpdir(), "plumb-demo-"));
const env = { PATH: process.env["PATH"], PLUMB_DATA_DIR: dataDir, PLUMB_PORT: "0", PLUMB_ARTIFACT_PORT: "0" };

try {
  const missing = await fill();
  rmSync(folder, { recursive: true, force: true });
  const backup = spawn(process.execPath, [mainFile, "backup", "--to", folder], { env, stdio: "inherit" });
  const [code] = (await once(backup, "exit")) as [number];
  if (code !== 0) throw new Error(`The backup ended with exit code ${code}.`);
  // The last night, which is not part of it, has ended then.
  const from = new Date((missing[0]?.startedAt ?? 0) + endedAfterMs);
  writeFileSync(join(folder, "prepared.json"), JSON.stringify({ from }));
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Fills a server, and stops it. Returns the runs that are left out. */
async function fill() {
  const { server, client } = await startEmptyDemo(env);
  try {
    const { missing } = await loadHistory(server.url, client);
    await client.call(logout);
    return missing;
  } finally {
    await server.stop();
  }
}
