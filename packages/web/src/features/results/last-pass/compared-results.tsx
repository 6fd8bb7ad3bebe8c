import { Skeleton } from "@mantine/core";
import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { useQueries } from "@tanstack/react-query";
import { resultQuery } from "#features/results/results.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { type ComparedAttempt, LastPassView } from "./last-pass-view.tsx";

/** Result of a test in a report. */
export interface ResultOfReport {
  readonly reportId: number;
  readonly number: number;
  /** `null` if the report does not have the test. */
  readonly resultId: number | null;
}

interface ComparedResultsProps {
  readonly base: ResultOfReport;
  readonly head: ResultOfReport;
}

/** Loads the results of a test in two reports, and shows them beside each other. */
export function ComparedResults({ base, head }: ComparedResultsProps) {
  const [before, now] = useQueries({
    queries: [base, head].map(({ reportId, resultId }) => ({
      ...resultQuery(reportId, resultId ?? 0, false),
      enabled: resultId !== null,
    })),
  });
  const failed = [before, now].find((query) => query?.isError === true);
  if (failed !== undefined)
    return (
      <ErrorPanel error={failed.error} fallback="Failed to load the results" onRetry={() => void failed.refetch()} />
    );
  if (before?.isLoading === true || now?.isLoading === true) return <Skeleton height={240} animate={false} />;
  return (
    <LastPassView
      labels={{ passed: `#${base.number}`, failed: `#${head.number}` }}
      passed={lastAttempt(before?.data)}
      failed={lastAttempt(now?.data)}
      environment={null}
    />
  );
}

/** A test that a report does not have. */
const none: Attempt = {
  index: 0,
  status: "skipped",
  startTime: null,
  duration: null,
  worker: null,
  errors: [],
  steps: [],
  stdout: "",
  stderr: "",
};

function lastAttempt(detail: ResultDetail | undefined): ComparedAttempt {
  const attempt = detail?.attempts.at(-1) ?? none;
  const artifacts = (detail?.artifacts ?? []).filter((each) => each.attempt === attempt.index || each.attempt === null);
  return { attempt, artifacts };
}
