import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { expect, test } from "vitest";
import { kindsOf, slowdownOf, type TestInRuns, turnedAt } from "./matrix-kinds.ts";

const ranks: Readonly<Record<string, number>> = { f: 0, e: 1, r: 2, y: 3, s: 4, p: 5, "-": -1 };

/**
 * Returns a test in several runs. Each letter is its result in one run: f failed, e errored, r running, y flaky, s skipped, p passed, - not in that
 * run.
 */
function inRuns(
  letters: string,
  more: { durations?: readonly number[]; causes?: string; state?: FailureState } = {},
): TestInRuns {
  const isSameCause = more.causes?.[0] === more.causes?.at(-1);
  return {
    runs: letters.length,
    rank: (run) => ranks[letters[run] ?? "-"] ?? -1,
    duration: (run) => more.durations?.[run] ?? Number.NaN,
    cause: (run) => more.causes?.[run] ?? null,
    state: () => (/^[fe]/.test(letters) && isSameCause ? "known" : (more.state ?? "new")),
  };
}

test.for([
  ["pf", ["newFailure"], 1],
  ["pppfff", ["newFailure"], 3],
  ["pfpf", ["newFailure"], 3],
  // A run that skipped the test cannot show when it broke.
  ["pfsf", ["newFailure"], 1],
  ["pf-f", ["newFailure"], 1],
  ["pse", ["newFailure"], 2],
  ["-pf", ["newFailure", "added"], 2],
  ["ff", ["stillFailing"], null],
  ["fpf", ["stillFailing"], null],
  ["fpp", ["fixed"], 1],
  ["ffpsp", ["fixed"], 2],
  ["fyp", ["fixed"], 1],
  ["ppy", ["newlyFlaky"], 2],
  ["pyy", ["newlyFlaky"], 1],
  ["fy", ["newlyFlaky"], 1],
  ["--p", ["added"], 2],
  ["-pp", ["added"], 1],
  ["-p-p", ["added"], 3],
  ["pp--", ["removed"], 2],
  ["pfp", ["failedBetween"], null],
  ["-f-", ["failedBetween"], null],
  ["-p-", [], null],
  ["pp", [], null],
  ["ps", [], null],
  ["yy", [], null],
] as const)("%s: %j, changed at %j", ([letters, kinds, turned]) => {
  const found = kindsOf(inRuns(letters));
  expect(found).toEqual(kinds);
  expect(turnedAt(inRuns(letters), found)).toBe(turned);
});

test.for([
  ["fff", "aab", ["newFailure", "changedCause"], 2],
  ["ffff", "abbb", ["newFailure", "changedCause"], 1],
  ["fpf", "a b", ["newFailure", "changedCause"], 2],
  ["fff", "aba", ["stillFailing"], null],
] as const)("%s of the causes %s: %j, changed at %j", ([letters, causes, kinds, turned]) => {
  const failing = inRuns(letters, { causes });
  expect(kindsOf(failing)).toEqual(kinds);
  expect(turnedAt(failing, kinds)).toBe(turned);
});

test("an error without information is not another cause", () => {
  expect(kindsOf({ ...inRuns("ff"), cause: (run) => (run === 0 ? null : "a") })).toEqual(["stillFailing"]);
});

test.for([
  ["pp", [1000, 2000], ["slower"], 1, 2],
  ["pp", [1000, 1999], [], null, 1.999],
  ["pp", [100, 900], [], null, 9],
  ["pppp", [1000, 1100, 5000, 4000], ["slower"], 2, 4],
  ["pppp", [1000, 5000, 1100, 4000], ["slower"], 3, 4],
  ["pfp", [1000, 30_000, 4000], ["slower", "failedBetween"], 2, 4],
  ["pf", [1000, 30_000], ["newFailure"], 1, null],
  ["pp", [Number.NaN, 30_000], [], null, null],
] as const)("%s in %j ms: %j, changed at %j, %j times as long", ([letters, durations, kinds, turned, factor]) => {
  const timed = inRuns(letters, { durations });
  expect(kindsOf(timed)).toEqual(kinds);
  expect(turnedAt(timed, kinds)).toBe(turned);
  expect(slowdownOf(timed)).toBe(factor);
});

test.for([
  ["pf", ["backAgain"], 1],
  ["-f", ["backAgain", "added"], 1],
  ["ff", ["stillFailing"], null],
  ["pp", [], null],
] as const)("%s of a test that failed before the first run: %j, changed at %j", ([letters, kinds, turned]) => {
  const known = inRuns(letters, { state: "back" });
  expect(kindsOf(known)).toEqual(kinds);
  expect(turnedAt(known, kinds)).toBe(turned);
});
