import { expect, test } from "vitest";
import { failingStreak } from "./failing-streak.ts";

const statuses = { p: "passed", f: "failed", e: "error", s: "skipped" } as const;
const history = (letters: string) =>
  Array.from(letters, (letter) => ({ status: statuses[letter as keyof typeof statuses] }));

test.for([
  ["", -1, -1, "no executions"],
  ["ppp", -1, -1, "it never failed"],
  ["ppff", 2, 1, "it fails since the third"],
  ["pfpfp", 3, 2, "it failed, and passes again"],
  ["psff", 2, 0, "skipped before the first failure"],
  ["pfse", 1, 0, "skipped between failures"],
  ["ffff", 0, -1, "no pass is loaded"],
  ["ssfs", 2, -1, "only one decided execution"],
] as const)("%j: first failure %i, last pass %i (%s)", ([letters, firstFailure, lastPass]) => {
  expect(failingStreak(history(letters))).toEqual({ firstFailure, lastPass });
});
