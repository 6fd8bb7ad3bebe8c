import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { tarGz } from "./tar.mjs";

const entries = [
  { name: "package/package.json", content: Buffer.from("{}") },
  { name: "package/dist/plumb.js", content: Buffer.alloc(513, "x"), executable: true },
];

test("an archive lists and returns its files", () => {
  const input = tarGz(entries);
  expect(execFileSync("tar", ["-tvzf", "-"], { input, encoding: "utf8" }).trim().split("\n")).toEqual([
    expect.stringMatching(/^-rw-r--r-- .* 2 1985-10-26 .* package\/package\.json$/),
    expect.stringMatching(/^-rwxr-xr-x .* 513 1985-10-26 .* package\/dist\/plumb\.js$/),
  ]);
  const content = execFileSync("tar", ["-xzOf", "-", "package/dist/plumb.js"], { input, encoding: "utf8" });
  expect(content).toBe("x".repeat(513));
});

test("the same entries give the same bytes, wherever they are packed", () => {
  expect(tarGz(entries).equals(tarGz(entries))).toBe(true);
  // The operating system is recorded as unknown.
  expect(tarGz(entries)[9]).toBe(255);
});

test("rejects a name that is too long instead of cutting it", () => {
  expect(() => tarGz([{ name: "x".repeat(101), content: Buffer.alloc(0) }])).toThrow("too long");
});
