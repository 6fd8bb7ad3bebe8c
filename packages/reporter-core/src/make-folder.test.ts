import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "plumb-folder-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test("creates a folder with its parents, and accepts an existing one", () => {
  using here = temporaryFolder();
  const folder = join(here.path, "a", "b", "c");
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test("a file or a link to nowhere in the way is an error", () => {
  using here = temporaryFolder();
  writeFileSync(join(here.path, "file"), "");
  symlinkSync(join(here.path, "nowhere", "at all"), join(here.path, "link"));
  expect(() => makeFolder(join(here.path, "file", "a"))).toThrow("ENOTDIR");
  expect(() => makeFolder(join(here.path, "link", "a"))).toThrow("ENOENT");
});

test.runIf(process.platform === "linux")(
  "a file system that accepts no folders causes an error instead of an endless wait",
  () => {
    // Runs in a separate process, because a call that hangs could not be stopped otherwise.
    const script = `import { makeFolder } from ${JSON.stringify(new URL("make-folder.ts", import.meta.url).href)};
    try { makeFolder("/proc/plumb/spool"); } catch (error) { console.log(error.code); }`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      timeout: 30_000,
      killSignal: "SIGKILL",
    });
    expect(stdout.trim()).toBe("ENOENT");
  },
);
