import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import type { ResultFilter } from "@plumb/contract/runs/results.ts";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#lib/format/format.ts";

interface ReportCountsProps {
  readonly reportId: number;
  readonly summary: ReportSummary;
  /** Whether to show the counts of passed and failed tests even if they are zero. */
  readonly zeros?: boolean;
}

/** Counts of a report as text. Each links to its tests. */
export function ReportCounts({ reportId, summary, zeros = false }: ReportCountsProps) {
  const zero = (count: number, word: string) => zeros && count === 0 && <span>{`0 ${word}`}</span>;
  return (
    <>
      {zero(summary.passed, "passed")}
      <Count reportId={reportId} status="passed" count={summary.passed} word="passed" color="ink-2" />
      {zero(summary.failed, "failed")}
      <Count reportId={reportId} status="failed" count={summary.failed} word="failed" color="failed-ink" />
      <Count reportId={reportId} status="error" count={summary.errored} word="errored" color="errored-ink" />
      <Count reportId={reportId} status="flaky" count={summary.flaky} word="flaky" color="flaky-ink" />
      <Count reportId={reportId} status="skipped" count={summary.skipped} word="skipped" color="skipped-ink" />
    </>
  );
}

interface CountProps {
  readonly reportId: number;
  readonly status: ResultFilter;
  readonly count: number;
  readonly word: string;
  readonly color: string;
}

function Count({ reportId, status, count, word, color }: CountProps) {
  if (count === 0) return null;
  return (
    <Link
      to="/reports/$reportId"
      params={{ reportId: String(reportId) }}
      search={{ status }}
      style={{ color: `var(--${color})` }}
      data-count={word}
    >
      {`${formatCount(count)} ${word}`}
    </Link>
  );
}
