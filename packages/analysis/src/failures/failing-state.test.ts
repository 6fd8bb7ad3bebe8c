import { expect, test } from "vitest";
import { type SeenCause, stateOfCause, stateOfFailure } from "./failing-state.ts";

test.each([
  { failedInBase: false, failedBeforeBase: false, state: "new" },
  { failedInBase: false, failedBeforeBase: true, state: "back" },
  { failedInBase: true, failedBeforeBase: false, state: "known" },
  { failedInBase: true, failedBeforeBase: true, state: "known" },
] as const)(
  "a test that fails (in the base: $failedInBase, before it: $failedBeforeBase) is $state",
  ({ state, ...seen }) => {
    expect(stateOfFailure(seen)).toBe(state);
  },
);

const hour = 60 * 60_000;
const now = Date.UTC(2030, 0, 10);
const seen: SeenCause = {
  isPresent: true,
  firstSeen: now - 72 * hour,
  firstRunId: 1,
  lastRunId: 6,
  cameBack: null,
};

const causes: readonly (readonly [string, Partial<SeenCause>, string])[] = [
  ["seen in several runs for days", {}, "known"],
  ["seen in one run, however long ago", { lastRunId: 1 }, "new"],
  ["seen in several runs since less than a day", { firstSeen: now - 23 * hour }, "new"],
  ["first seen a day ago", { firstSeen: now - 24 * hour }, "known"],
  ["first seen in the future, by a wrong clock", { firstSeen: now + hour }, "new"],
  ["back in the last run that has it", { cameBack: { runId: 6, at: now - 48 * hour } }, "back"],
  ["back since less than a day", { cameBack: { runId: 4, at: now - hour } }, "back"],
  ["back long ago, and in later runs too", { cameBack: { runId: 4, at: now - 48 * hour } }, "known"],
  ["gone and back within its first day", { firstSeen: now - 5 * hour, cameBack: { runId: 6, at: now - hour } }, "back"],
  ["in no latest run", { isPresent: false, firstSeen: now - hour }, "resolved"],
];

test.each(causes)("a cause %s is $2", (_name, change, state) => {
  expect(stateOfCause({ ...seen, ...change }, now)).toBe(state);
});
