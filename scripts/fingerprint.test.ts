import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "./fingerprint.mjs";

let base = "";

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "fingerprint-"));
  mkdirSync(join(base, "src/deep"), { recursive: true });
  writeFileSync(join(base, "src/a.ts"), "a");
  writeFileSync(join(base, "src/deep/b.ts"), "b");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const now = () => fingerprint(base, ["src", "lock.json"]);

test("times do not change the fingerprint", () => {
  const before = now();
  utimesSync(join(base, "src/a.ts"), 1, 1);
  expect(now()).toBe(before);
});

test("a changed, renamed, new or removed file changes the fingerprint", () => {
  const seen = new Set([now()]);
  writeFileSync(join(base, "src/deep/b.ts"), "B");
  seen.add(now());
  renameSync(join(base, "src/deep/b.ts"), join(base, "src/deep/c.ts"));
  seen.add(now());
  writeFileSync(join(base, "lock.json"), "");
  seen.add(now());
  rmSync(join(base, "src/a.ts"));
  seen.add(now());
  expect(seen.size).toBe(5);
});

test("build output and installed packages do not change the fingerprint", () => {
  const before = now();
  mkdirSync(join(base, "src/dist"));
  writeFileSync(join(base, "src/dist/out.js"), "");
  expect(now()).toBe(before);
});
