import { expect, test } from "vitest";
import { launcherPartialReason, workerPartialReason } from "./test-selection.ts";

test.for<[string[], object | undefined]>([
  [["run", "wdio.conf.js", "--logLevel", "error"], undefined],
  [["wdio.conf.js", "--spec", "a.js", "b.js"], { reason: "Run with --spec a.js b.js", filter: true }],
  [["run", "wdio.conf.js", "--mochaOpts.grep=login"], { reason: "Run with --mochaOpts.grep login", filter: true }],
])("the workers of a launch with %j report whether it is partial", ([args, partial]) => {
  const env = { PLUMB_WEBDRIVERIO_PARTIAL: '{"reason":"of an earlier launch","filter":true}' };
  expect(launcherPartialReason(["node", "wdio", ...args], env)).toEqual(partial);
  expect(workerPartialReason(env)).toEqual(partial);
});
