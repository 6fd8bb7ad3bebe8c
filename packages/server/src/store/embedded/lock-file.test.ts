import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { lockFolder } from "./lock-file.ts";

const folder = mkdtempSync(join(tmpdir(), "plumb-lock-"));
afterEach(() => rmSync(join(folder, "plumb.lock"), { force: true }));

function heldBy(holder: object): void {
  writeFileSync(join(folder, "plumb.lock"), JSON.stringify(holder));
}

test("a folder is locked, and free again after its release", () => {
  const unlock = lockFolder(folder);
  unlock();
  lockFolder(folder)();
});

test("a second server fails with the process that holds the folder, and advice", () => {
  const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  try {
    heldBy({ pid: other.pid, host: hostname(), started: null });
    expect(() => lockFolder(folder)).toThrow(
      new RegExp(`in use by another Plumb server \\(process ${other.pid} .*PLUMB_DATA_DIR`),
    );
  } finally {
    other.kill();
  }
});

test.for([
  [{ pid: 2 ** 22 + 1, host: hostname(), started: null }, "its process is gone"],
  [{ pid: process.pid, host: hostname(), started: null }, "it is ours from before a restart with the same process id"],
  [{ pid: 1, host: hostname(), started: "another boot:1" }, "its process id belongs to another process now"],
] as const)("a lock is taken over when %s: %s", ([holder]) => {
  heldBy(holder);
  lockFolder(folder)();
});

test("a lock of another host stays valid while it is refreshed, and expires soon after", () => {
  heldBy({ pid: 1, host: "elsewhere", started: null });
  expect(() => lockFolder(folder)).toThrow(/on elsewhere/);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(folder, "plumb.lock"), longAgo, longAgo);
  lockFolder(folder)();
});
