import type { TestSummary, TestView } from "@plumb/contract/tests/tests.ts";
import { counted, formatDuration } from "#lib/format/format.ts";

/** Views of the list in tab order, with descriptions and empty messages. */
export const testViews: readonly {
  readonly view: TestView;
  readonly label: string;
  readonly meaning: string;
  readonly empty: string;
}[] = [
  {
    view: "flaky",
    label: "Flaky",
    meaning: "Tests that pass and fail without code changes",
    empty: "No tests are flaky",
  },
  {
    view: "broken",
    label: "Broken",
    meaning: "Tests that failed in their last runs on a main branch",
    empty: "No tests are broken",
  },
  {
    view: "slow",
    label: "Slowest",
    meaning: "Mean of the 14 full days before today (UTC), or of today if there are none",
    empty: "No durations yet",
  },
  {
    view: "slowing",
    label: "Slowing",
    meaning: "At least 25% and 0.5 seconds slower than in the previous 14 days",
    empty: "No tests have become slower",
  },
  {
    view: "quarantined",
    label: "Quarantine",
    meaning: "Tests in quarantine and muted tests",
    empty: "No tests are in quarantine",
  },
  { view: "unowned", label: "Unowned", meaning: "Tests without an owner", empty: "All tests have owners" },
  {
    view: "gone",
    label: "Gone",
    meaning: "Tests that stopped running while their suite kept running for a week or more",
    empty: "No tests have stopped running",
  },
  { view: "all", label: "All", meaning: "All tests with results", empty: "No tests have run yet" },
];

/** Returns the evidence that a test is flaky: `5 % · 2 retries, 1 commit with both`. */
export function evidenceText({
  evidence: { retry, same_commit: sameCommit, flip },
}: Pick<TestSummary, "evidence">): string {
  return [
    ...(retry > 0 ? [`${counted(retry, "run")} passed on retry`] : []),
    ...(sameCommit > 0 ? [`${counted(sameCommit, "failure")} on a commit that also passed`] : []),
    ...(flip > 0 ? [`${counted(flip, "short failure")} on a main branch`] : []),
  ].join(", ");
}

/** Returns the change of the duration, `+40 %` or `-10 %`; `null` without an earlier duration. */
export function slowdown({ recentDuration, earlierDuration }: TestSummary): string | null {
  if (recentDuration === null || earlierDuration === null || earlierDuration === 0) return null;
  const percent = Math.round((recentDuration / earlierDuration - 1) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
}

/** Returns the durations: `4.2 s, was 3.0 s`. */
export function durationText({ recentDuration, earlierDuration }: TestSummary): string {
  if (recentDuration === null) return "–";
  const was = earlierDuration === null ? "" : `, was ${formatDuration(earlierDuration)}`;
  return `${formatDuration(recentDuration)}${was}`;
}

/** Joins the titles, outermost first. */
export function titleOf({ titlePath }: Pick<TestSummary, "titlePath">): string {
  return titlePath.join(" › ");
}
