import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ReactNode } from "react";
import { formatDuration, formatRate } from "#lib/format/format.ts";
import { OutcomeBar } from "#ui/outcome-bar.tsx";
import { TimeAgo } from "#ui/time-ago.tsx";
import styles from "./run-facts.module.css";

interface RunFactsProps {
  readonly report: Report;
  /** What changed since the run before. */
  readonly changes?: ReactNode;
}

/** Beside the counters: when and how long it ran, both pass rates, the outcomes as one bar. */
export function RunFacts({ report, changes }: RunFactsProps) {
  const { summary } = report;
  return (
    <div className={styles["facts"]}>
      <p className={styles["line"]}>
        <span>
          {"Started "}
          <TimeAgo moment={report.startTime} />
        </span>
        <span>{`Duration ${summary.duration === null ? "N/A" : formatDuration(summary.duration)}`}</span>
        {summary.passRate !== null && (
          <span title="Passed of those that ran, by their last attempt">{`${formatRate(summary.passRate)} passed`}</span>
        )}
        {summary.firstAttemptPassRate !== null && summary.firstAttemptPassRate !== summary.passRate && (
          <span title="The same, by first attempts only">{`${formatRate(summary.firstAttemptPassRate)} at first attempt`}</span>
        )}
      </p>
      {changes}
      <OutcomeBar {...summary} />
    </div>
  );
}
