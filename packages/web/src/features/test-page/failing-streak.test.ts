import { expect, test } from "vitest";
import { failingStreak } from "./failing-streak.ts";

/** `r`: passed only on a retry. */
const statuses = { p: "passed", r: "passed", f: "failed", e: "error", s: "skipped" } as const;
const history = (letters: string) =>
  Array.from(letters, (letter) => ({
    status: statuses[letter as keyof typeof statuses],
    flaky: letter === "r",
  }));

test.for([
  ["", -1, -1, "no executions"],
  ["ppp", -1, -1, "it never failed"],
  ["ppff", 2, 1, "it fails since the third"],
  ["pfpfp", 3, 2, "it failed, and passes again"],
  ["psff", 2, 0, "skipped before the first failure"],
  ["pfse", 1, 0, "skipped between failures"],
  ["ffff", 0, -1, "no pass is loaded"],
  ["pprrp", 2, 1, "it passed only on a retry, and never failed"],
  ["prff", 2, 1, "a pass on a retry before a failure"],
  ["ssfs", 2, -1, "only one decided execution"],
] as const)("%j: first failure %i, last pass %i (%s)", ([letters, firstFailure, lastPass]) => {
  expect(failingStreak(history(letters))).toEqual({ firstFailure, lastPass });
});
