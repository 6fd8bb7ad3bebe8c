import { useReducedMotion } from "@mantine/hooks";
import type { RunPace } from "@plumb/contract/runs/live-run.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { counted, formatCount } from "#lib/format/format.ts";
import { ringIcon, runRing, shareText } from "#lib/format/run-ring.ts";
import { useSecond } from "#ui/text/second.ts";
import { paceText, usualShare, usualText } from "./pace.ts";
import styles from "./live-run.module.css";

interface RunStandingProps {
  readonly report: Pick<Report, "progress" | "startTime" | "status" | "summary">;
  readonly pace: RunPace | null;
  /** Milliseconds that the browser's clock is ahead of the server's. */
  readonly skewMs: number;
}

/** How far a run is, if it is red, and how it compares with earlier runs. Numbers only for users who want less motion. */
export function RunStanding({ report, pace, skewMs }: RunStandingProps) {
  const isCalm = useReducedMotion();
  const ring = runRing(report);
  const elapsedMs = useElapsed(report, skewMs);
  const compared = pace === null ? null : paceText(pace, { ...ring, elapsedMs });
  return (
    <div className={styles["standing"]} data-tone={ring.tone}>
      {!isCalm && (
        // The numbers beside it say the same.
        <img className={styles["ring"]} src={`data:image/svg+xml,${encodeURIComponent(ringIcon(ring))}`} alt="" />
      )}
      <p className={styles["share"]}>{shareText(ring) ?? formatCount(report.summary.total)}</p>
      <p className={styles["state"]}>{ring.failures > 0 ? counted(ring.failures, "failure") : "no failures"}</p>
      {pace !== null && (
        <>
          {!isCalm && !ring.hasEnded && <Ghost share={ring.share} usual={usualShare(pace, elapsedMs)} />}
          <p
            className={styles["pace"]}
            title={`Median of the last ${pace.runs} complete runs of this suite, environment and branch`}
          >
            {compared !== null && <strong>{compared}</strong>}
            <span>{usualText(pace)}</span>
          </p>
        </>
      )}
    </div>
  );
}

interface GhostProps {
  readonly share: number | null;
  readonly usual: number | null;
}

/** Progress of the run over that of a usual run at this time. The words below it say the same. */
function Ghost({ share, usual }: GhostProps) {
  if (share === null || usual === null) return null;
  return (
    <div className={styles["ghost"]} aria-hidden>
      <span className={styles["usual"]} style={{ width: `${100 * usual}%` }} />
      <span className={styles["done"]} style={{ width: `${100 * share}%` }} />
    </div>
  );
}

/** Returns the duration of the run so far, updated every second. */
function useElapsed({ status, summary, startTime }: RunStandingProps["report"], skewMs: number): number {
  const isRunning = status === "running";
  const nowMs = useSecond(isRunning);
  return isRunning ? Math.max(0, nowMs - skewMs - Date.parse(startTime)) : (summary.duration ?? 0);
}
