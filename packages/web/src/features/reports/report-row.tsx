import type { Report } from "@plumb/contract/runs/reports.ts";
import { cut, formatDuration, formatRate, shortCommit } from "#lib/format/format.ts";
import { OutcomeBar } from "#ui/outcome/outcome-bar.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { ReportCounts } from "./report-counts.tsx";
import { ReportName } from "./report-name.tsx";
import styles from "./report-row.module.css";

/** Row of a report. Every count links to its tests. */
export function ReportRow({ report }: { readonly report: Report }) {
  const { id, summary } = report;
  const source = [report.branch, report.commit === null ? null : shortCommit(report.commit)].filter(
    (part) => part !== null,
  );
  return (
    <li className={styles["row"]}>
      <StatusBadge outcome={report.status} className={styles["status"] ?? ""} />
      <ReportName report={report} className={styles["name"]} />
      <span className={styles["tags"]}>
        <Tag longest={40}>{report.environment}</Tag>
        <Tag longest={40}>{report.framework}</Tag>
      </span>
      <span className={styles["bar"]}>
        <OutcomeBar {...summary} />
      </span>
      <span className={styles["rate"]} title="Pass rate, excluding skipped tests (final attempt)">
        {formatRate(summary.passRate)}
      </span>
      <span className={styles["counts"]}>
        <ReportCounts reportId={id} summary={summary} />
      </span>
      <span className={styles["source"]} title={source.join(" · ")}>
        {source.map((part) => cut(part, 60)).join(" · ")}
      </span>
      <span className={styles["duration"]}>{formatDuration(summary.duration)}</span>
      <TimeAgo timestamp={report.startTime} className={styles["time"]} />
    </li>
  );
}
