import { type LostTest, type PullRequestSuiteChanges, pullRequestLimits } from "@plumb/contract/runs/pull-request.ts";
import type { LostSuiteTest, SuiteChanges, SuiteTest } from "@plumb/contract/runs/suite-changes.ts";
import type { RunPair } from "#store/runs/compare.ts";
import { resultUrl } from "./found-cause.ts";

export const noSuiteChanges: PullRequestSuiteChanges = {
  removed: { count: 0, tests: [] },
  renamed: { count: 0, tests: [] },
  newlySkipped: { count: 0, tests: [] },
  raisedRetries: { count: 0, limits: [] },
  raisedTimeouts: { count: 0, limits: [] },
  fewerAssertions: { count: 0, tests: [] },
};

/** Returns the changes of two sets of runs together, with the tests of both that caught most. */
export function addSuiteChanges(
  one: PullRequestSuiteChanges,
  { removed, renamed, newlySkipped, raisedRetries, raisedTimeouts, fewerAssertions }: SuiteChanges,
  { baseId, headId }: RunPair,
  publicUrl: string,
): PullRequestSuiteChanges {
  const lost = (runId: number) => (test: LostSuiteTest) => ({ ...linked(test, runId), caught: test.caught });
  const linked = (test: SuiteTest, runId: number) => ({
    name: displayName(test),
    url: resultUrl(publicUrl, runId, test.resultId),
  });
  const raised = (kind: "raisedRetries" | "raisedTimeouts", { count, limits }: SuiteChanges["raisedRetries"]) => ({
    count: one[kind].count + count,
    limits: [...one[kind].limits, ...limits.map((limit) => ({ ...limit, test: linked(limit.test, headId) }))].slice(
      0,
      pullRequestLimits.tests,
    ),
  });
  return {
    raisedRetries: raised("raisedRetries", raisedRetries),
    raisedTimeouts: raised("raisedTimeouts", raisedTimeouts),
    fewerAssertions: {
      count: one.fewerAssertions.count + fewerAssertions.count,
      tests: [
        ...one.fewerAssertions.tests,
        ...fewerAssertions.tests.map(({ before, after, ...test }) => ({ ...linked(test, headId), before, after })),
      ].slice(0, pullRequestLimits.tests),
    },
    removed: {
      count: one.removed.count + removed.count,
      tests: first([...one.removed.tests, ...removed.tests.map(lost(baseId))]),
    },
    renamed: {
      count: one.renamed.count + renamed.count,
      tests: [
        ...one.renamed.tests,
        ...renamed.tests.map(({ before, after }) => ({ before: displayName(before), ...linked(after, headId) })),
      ].slice(0, pullRequestLimits.tests),
    },
    newlySkipped: {
      count: one.newlySkipped.count + newlySkipped.count,
      tests: first([...one.newlySkipped.tests, ...newlySkipped.tests.map(lost(headId))]),
    },
  };
}

function first(tests: readonly LostTest[]): LostTest[] {
  return tests.toSorted((a, b) => b.caught - a.caught).slice(0, pullRequestLimits.tests);
}

function displayName({ file, titlePath, variant }: SuiteTest): string {
  const title = [...(file === null ? [] : [file]), ...titlePath].join(" › ");
  return variant === "" ? title : `${title} (${variant})`;
}
