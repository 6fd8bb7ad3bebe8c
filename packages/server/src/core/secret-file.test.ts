import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { secretOf } from "./secret-file.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "plumb-secret-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("a secret file is created once, for its owner only, without other files", () => {
  const dataDir = folder();
  const secret = secretOf(dataDir);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect([secretOf(dataDir), readdirSync(dataDir)]).toEqual([secret, ["secret"]]);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
});

test.for(["", "\n", "too short"])("rejects a file with %j with advice", (content) => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "secret"), content);
  expect(() => secretOf(dataDir)).toThrow("Restore it from a backup, or delete it");
});
