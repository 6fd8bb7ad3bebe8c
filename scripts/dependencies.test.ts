import { expect, test } from "vitest";
import { holds } from "./dependencies.mjs";

const zod = { version: "4.0.0", integrity: "sha512-a" };
const wanted = { packages: { "": { version: "0.1.0" }, "packages/cli": {}, "node_modules/zod": zod } };

test("an installation with every package at its version is complete", () => {
  expect(holds({ packages: { "node_modules/zod": zod, "node_modules/extra": zod } }, wanted)).toBe(true);
});

test("a missing package is wanting", () => {
  expect(holds({ packages: {} }, wanted)).toBe(false);
});

test("another version, or another content of the same version, is wanting", () => {
  expect(holds({ packages: { "node_modules/zod": { ...zod, version: "4.0.1" } } }, wanted)).toBe(false);
  expect(holds({ packages: { "node_modules/zod": { ...zod, integrity: "sha512-b" } } }, wanted)).toBe(false);
});

test("an optional package, usually for another system, can be missing", () => {
  expect(holds({ packages: {} }, { packages: { "node_modules/fsevents": { ...zod, optional: true } } })).toBe(true);
});

test("packages nested in a workspace are looked at too", () => {
  expect(holds({ packages: {} }, { packages: { "packages/web/node_modules/zod": zod } })).toBe(false);
});
