import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconPinFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { startedAtUpload } from "#features/report/facts.ts";
import { cut, formatDuration } from "#lib/format/format.ts";
import { RunMarks } from "#ui/badges/run-marks.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { OutcomeBar } from "#ui/outcome/outcome-bar.tsx";
import { ElapsedTime } from "#ui/text/elapsed-time.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { type SimilarReports, asText, RunOrigin } from "./run-origin.tsx";
import styles from "./report-header.module.css";
import { useIsPhone } from "./use-is-phone.ts";

interface ReportHeaderProps {
  readonly report: Report;
  /** Whether the duration of a running run is counted. False in an export, which shows the run at the time of the export. */
  readonly live?: boolean;
  /** Plain text by default. */
  readonly similar?: SimilarReports;
  /** Link to the list of reports. */
  readonly back?: ReactNode;
  /** Controls at the end of the first line. */
  readonly actions?: ReactNode;
  /** Second line with the counts and changes. */
  readonly children?: ReactNode;
}

/**
 * Header of a report in two lines. The first one has its suite, number, status, origin, duration and time. It stays visible while the page is
 * scrolled if it has a second line.
 */
export function ReportHeader({ report, live = false, similar = asText, back, actions, children }: ReportHeaderProps) {
  const isPhone = useIsPhone();
  return (
    <header className={`${styles["header"]} ${children === undefined ? "" : styles["sticky"]}`}>
      <div className={styles["line"]}>
        {back}
        <h1 title={cut(report.testSuite, 1000)}>
          <bdi>{cut(report.testSuite, 160)}</bdi>
          <span className={styles["number"]}>{` #${report.number}`}</span>
        </h1>
        <StatusBadge outcome={report.status} variant="chip" className={styles["status"] ?? ""} />
        <RunMarks report={report} />
        {report.kept && (
          <span className={styles["pin"]} title="Automatic cleanup never deletes this report">
            <IconPinFilled size={14} aria-hidden />
            <span className={styles["hidden"]}>Kept</span>
          </span>
        )}
        {!isPhone && (
          <span className={styles["origin"]}>
            <RunOrigin report={report} similar={similar} />
          </span>
        )}
        <span className={styles["times"]}>
          <Duration report={report} live={live} />
          <span>
            {startedAtUpload(report) && "uploaded "}
            <TimeAgo timestamp={report.startTime} />
          </span>
        </span>
        {actions}
      </div>
      {children !== undefined && <div className={styles["second"]}>{children}</div>}
      <OutcomeBar {...report.summary} />
    </header>
  );
}

/** Duration of a run, counted while it is running. Empty if it is unknown. */
function Duration({ report, live }: Required<Pick<ReportHeaderProps, "report" | "live">>) {
  const { status, summary, startTime } = report;
  const isCounted = live && status === "running" && !startedAtUpload(report);
  if (!isCounted && summary.duration === null) return null;
  return (
    <span className={styles["duration"]} title="Duration">
      {isCounted ? <ElapsedTime since={startTime} /> : formatDuration(summary.duration)}
    </span>
  );
}
