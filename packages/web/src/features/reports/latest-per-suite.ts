import type { Report } from "@plumb/contract/reports.ts";

/** What a suite looks like now, in one environment and on one branch. */
export interface SuiteState {
  readonly latest: Report;
  /** The first run of the unbroken row of red ones that `latest` ends; null if `latest` is not red. */
  readonly redSince: Report | null;
}

/**
 * The state of each suite that is red now, worst first.
 *
 * @param reports Newest first. Only what is given is known: a row of red runs may be older than its `redSince` says.
 */
export function redSuites(reports: readonly Report[]): SuiteState[] {
  const bySuite = new Map<string, Report[]>();
  for (const report of reports) {
    if (report.status === "running") continue;
    const key = JSON.stringify([report.testSuite, report.environment, report.branch]);
    bySuite.set(key, [...(bySuite.get(key) ?? []), report]);
  }
  const states = [...bySuite.values()].flatMap((runs) => {
    const [latest] = runs;
    if (latest === undefined || !isRed(latest)) return [];
    const firstGreen = runs.findIndex((run) => !isRed(run));
    return [{ latest, redSince: runs[firstGreen === -1 ? runs.length - 1 : firstGreen - 1] ?? latest }];
  });
  return states.toSorted((a, b) => failures(b.latest) - failures(a.latest));
}

function isRed({ status, summary }: Report): boolean {
  return status === "failed" || status === "interrupted" || summary.failed + summary.errored > 0;
}

function failures({ summary }: Report): number {
  return summary.failed + summary.errored;
}
