import type { Report } from "@plumb/contract/reports.ts";
import type { ResultFilter } from "@plumb/contract/results.ts";
import { Link } from "@tanstack/react-router";
import { clip, formatCount, formatDuration, formatRate, shortCommit } from "#lib/format.ts";
import { OutcomeBar } from "#ui/outcome-bar.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { TimeAgo } from "#ui/time-ago.tsx";
import styles from "./report-row.module.css";

/** One report of a list: every count leads to the tests that it counts. */
export function ReportRow({ report }: { readonly report: Report }) {
  const { id, summary } = report;
  const source = [report.branch, report.commit === null ? null : shortCommit(report.commit)].filter(
    (part) => part !== null,
  );
  return (
    <li className={styles["row"]}>
      <StatusBadge outcome={report.status} className={styles["status"] ?? ""} />
      <span className={styles["name"]}>
        <Link to="/reports/$reportId" params={{ reportId: String(id) }} title={report.testSuite}>
          {clip(report.testSuite, 200)}
        </Link>
        <span className={styles["number"]}>{`#${report.number}`}</span>
      </span>
      <span className={styles["tags"]}>
        <span className={styles["tag"]}>{clip(report.environment, 40)}</span>
        <span className={styles["tag"]}>{clip(report.framework, 40)}</span>
      </span>
      <span className={styles["bar"]}>
        <OutcomeBar {...summary} />
      </span>
      <span className={styles["rate"]} title="Passed of those that ran, final attempts">
        {formatRate(summary.passRate, summary.failed + summary.errored)}
      </span>
      <span className={styles["counts"]}>
        <Count reportId={id} status="passed" count={summary.passed} word="passed" color="ink-2" />
        <Count reportId={id} status="failed" count={summary.failed} word="failed" color="failed-ink" />
        <Count reportId={id} status="error" count={summary.errored} word="errored" color="errored-ink" />
        <Count reportId={id} status="flaky" count={summary.flaky} word="flaky" color="flaky-ink" />
        <Count reportId={id} status="skipped" count={summary.skipped} word="skipped" color="skipped-ink" />
      </span>
      <span className={styles["source"]} title={source.join(" · ")}>
        {source.map((part) => clip(part, 60)).join(" · ")}
      </span>
      <span className={styles["duration"]}>{formatDuration(summary.duration)}</span>
      <TimeAgo moment={report.startTime} className={styles["time"]} />
    </li>
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
