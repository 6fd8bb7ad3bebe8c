import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconPlayerStop } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, formatCount, formatDuration, formatRate } from "#lib/format/format.ts";
import styles from "./run-facts.module.css";
import { RunLabels } from "./run-labels.tsx";
import type { SimilarReports } from "./run-origin.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import { RunProgressLine } from "./run-progress-line.tsx";

interface RunFactsProps {
  readonly report: Report;
  /** Links of the labels; plain text by default. */
  readonly similar?: SimilarReports;
  /** False if the page shows the pass rate elsewhere. */
  readonly withRates?: boolean;
  /** Changes since the previous run, where the header has no space for them. */
  readonly changes?: ReactNode;
  /** Link to the uploads of the report, and how they were combined. */
  readonly uploads?: ReactNode;
}

/** Facts below the header: labels and pass rates, progress, quarantined failures, missing shards, and the reason of an incomplete run. */
export function RunFacts({ report, similar, withRates = true, changes, uploads }: RunFactsProps) {
  const isPhone = useIsPhone();
  const { duration, passRate, firstAttemptPassRate } = report.summary;
  const labels = (
    <>
      <RunLabels report={report} {...(similar !== undefined && { similar })} />
      {uploads}
    </>
  );
  return (
    <div className={styles["details"]}>
      {changes}
      {isPhone ? (
        <details className={styles["folded"]}>
          <summary className={styles["line"]}>
            <span>Run details</span>
            <span>{duration !== null && formatDuration(duration)}</span>
            {withRates && <PassRate rate={passRate} attempt="final" />}
          </summary>
          <div className={styles["line"]}>{labels}</div>
        </details>
      ) : (
        <div className={styles["line"]}>
          {withRates && <PassRate rate={passRate} attempt="final" />}
          {withRates && firstAttemptPassRate !== passRate && <PassRate rate={firstAttemptPassRate} attempt="first" />}
          {labels}
        </div>
      )}
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
    </div>
  );
}

interface PassRateProps {
  /** `null` if no test ran. */
  readonly rate: number | null;
  readonly attempt: "first" | "final";
}

function PassRate({ rate, attempt }: PassRateProps) {
  if (rate === null) return null;
  return (
    <span title={`Pass rate, excluding skipped tests (${attempt} attempt)`}>
      {`${formatRate(rate)} ${attempt === "final" ? "passed" : "on first attempt"}`}
    </span>
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
