import type { Report } from "@plumb/contract/runs/reports.ts";
import { fenced } from "./fenced.ts";

/** Returns a run with its result as one line. */
export function runLine(run: Report): string {
  const { id, number, testSuite, status, environment, branch, commit, pullRequest, startTime, summary } = run;
  const { total, passed, failed, errored, flaky } = summary;
  const where = [
    ...[environment, ...(branch === null ? [] : [branch])].map((name) => fenced(name, 100)),
    ...(commit === null ? [] : [`commit ${fenced(commit.slice(0, 10), 40)}`]),
    ...(pullRequest === null ? [] : [`pull request ${fenced(pullRequest, 60)}`]),
  ].join(", ");
  return `run ${id} (#${number}) of ${fenced(testSuite, 100)}, ${where}, ${startTime}: ${status}, ${total} tests, ${passed} passed, ${failed + errored} failed, ${flaky} flaky`;
}
