import { Loader } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount, formatTimeOfDay } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { useNow } from "#ui/text/now.ts";
import styles from "./running-strip.module.css";

/** One line per running run: how far it is, when it ends, and its failures so far. */
export function RunningStrip({ running }: { readonly running: readonly Report[] }) {
  if (running.length === 0) return null;
  return (
    <ul className={`${panel["panel"]} ${styles["strip"]}`} aria-label="Running now">
      {running.map((report) => (
        <RunningRun key={report.id} report={report} />
      ))}
    </ul>
  );
}

function RunningRun({ report }: { readonly report: Report }) {
  const nowMs = useNow();
  const { id, number, testSuite, branch, progress, summary } = report;
  const failures = summary.failed + summary.errored;
  const left = progress === undefined ? 0 : progress.running + progress.remaining;
  const endsAt = progress?.endsAt ?? null;
  return (
    <li>
      <Loader size={13} aria-hidden />
      <Link to="/reports/$reportId" params={{ reportId: String(id) }}>
        <bdi dir="auto">{cut(testSuite, 60)}</bdi>
        {` #${number}`}
      </Link>
      {branch !== null && <bdi className={styles["quiet"]}>{cut(branch, 40)}</bdi>}
      <span>
        {progress === undefined || left === 0
          ? `${formatCount(summary.total)} done`
          : `${formatCount(progress.expected - left)} of ${formatCount(progress.expected)} done`}
      </span>
      {endsAt !== null && Date.parse(endsAt) > nowMs && (
        <span className={styles["quiet"]} title="Estimated from earlier runs of this suite">
          {`ends around ${formatTimeOfDay(endsAt, nowMs)}`}
        </span>
      )}
      <span className={failures > 0 ? styles["failing"] : styles["quiet"]}>
        {failures > 0 ? `${counted(failures, "failure")} so far` : "no failures so far"}
      </span>
    </li>
  );
}
