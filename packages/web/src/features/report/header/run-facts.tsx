import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconPlayerStop } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { startedAtUpload } from "#features/report/facts.ts";
import { cut, formatCount, formatDuration, formatRate } from "#lib/format/format.ts";
import { OutcomeBar } from "#ui/outcome/outcome-bar.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./run-facts.module.css";
import { RunProgressLine } from "./run-progress-line.tsx";

interface RunFactsProps {
  readonly report: Report;
  /** Changes since the previous run. */
  readonly changes?: ReactNode;
  /** Link to the uploads of the report. */
  readonly uploads?: ReactNode;
}

/** Facts next to the counts: start and duration, progress or reason of an interruption, both pass rates, and a bar of the outcomes. */
export function RunFacts({ report, changes, uploads }: RunFactsProps) {
  const { summary } = report;
  return (
    <div className={styles["facts"]}>
      <p className={styles["line"]}>
        <span>
          {startedAtUpload(report) ? "Uploaded " : "Started "}
          <TimeAgo timestamp={report.startTime} />
        </span>
        <span>{`Duration ${summary.duration === null ? "N/A" : formatDuration(summary.duration)}`}</span>
        {summary.passRate !== null && (
          <span title="Pass rate, excluding skipped tests (final attempt)">{`${formatRate(summary.passRate)} passed`}</span>
        )}
        {summary.firstAttemptPassRate !== null && summary.firstAttemptPassRate !== summary.passRate && (
          <span title="Pass rate, excluding skipped tests (first attempt)">{`${formatRate(summary.firstAttemptPassRate)} on first attempt`}</span>
        )}
        {uploads !== undefined && <span>{uploads}</span>}
      </p>
      {quarantinedText(report) !== null && (
        <p className={styles["line"]} title="Failures of tests in quarantine are excluded from trends and gates">
          {quarantinedText(report)}
        </p>
      )}
      {report.missingShards !== undefined && <p className={styles["line"]}>{waitingText(report.missingShards)}</p>}
      {report.status === "running" && report.progress !== undefined && <RunProgressLine progress={report.progress} />}
      {typeof report.partial === "string" && (
        <p className={styles["line"]}>
          <span>{`Partial run: ${cut(report.partial, 500)}. Tests that did not run keep their state.`}</span>
        </p>
      )}
      {typeof report.interruption === "string" && (
        <p className={styles["interruption"]}>
          <IconPlayerStop size={14} aria-hidden />
          <span>{`Interrupted: ${cut(report.interruption, 500)}`}</span>
        </p>
      )}
      {changes}
      <OutcomeBar {...summary} />
    </div>
  );
}

/** Returns `3 failed, 1 of them in quarantine`; `null` if no failed test is in quarantine. */
function quarantinedText({ quarantined = 0, summary: { failed, errored } }: Report): string | null {
  if (quarantined === 0) return null;
  const count = failed + errored;
  const parts = [
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(errored > 0 ? [`${formatCount(errored)} errored`] : []),
  ].join(", ");
  if (quarantined >= count) return `${parts}, ${count === 1 ? "in quarantine" : "all in quarantine"}`;
  return `${parts}, ${formatCount(quarantined)} of them in quarantine`;
}

const visibleShards = 5;

/** Returns the missing shards: `Waiting for shard 2 of 2`. */
function waitingText({ shards, of }: NonNullable<Report["missingShards"]>): string {
  const named = shards.slice(0, visibleShards).join(", ");
  const more = shards.length > visibleShards ? ` and ${formatCount(shards.length - visibleShards)} more` : "";
  return `Waiting for ${shards.length === 1 ? "shard" : "shards"} ${named}${more} of ${formatCount(of)}`;
}
