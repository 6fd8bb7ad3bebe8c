import { Button } from "@mantine/core";
import type { Retention } from "@plumb/contract/projects/retention.ts";
import { counted, formatBytes, formatDay } from "#lib/format/format.ts";
import styles from "./retention-view.module.css";

interface RetentionViewProps {
  readonly retention: Retention;
  /** In Unix milliseconds. */
  readonly now: number;
  readonly confirming: boolean;
  readonly onConfirm: () => void;
}

/** Preview of the next cleanup. If automatic cleanup has not started yet, it has a button to start it. */
export function RetentionView({ retention, now, confirming, onConfirm }: RetentionViewProps) {
  const { autoCleanup, kept, next, oldestKept, retentionDays, startsAt } = retention;
  const waits = autoCleanup && (startsAt === null || Date.parse(startsAt) > now);
  return (
    <section className={styles["retention"]} aria-labelledby="retention">
      <h2 id="retention">Automatic cleanup</h2>
      <p>{sentence(retention, now)}</p>
      <dl>
        <div>
          <dt>{autoCleanup ? "Next cleanup deletes" : "Would delete"}</dt>
          <dd>
            {next.reports === 0 ? "Nothing" : `${counted(next.reports, "report")}, up to ${formatBytes(next.bytes)}`}
          </dd>
        </div>
        <div>
          <dt>Kept manually</dt>
          <dd>{kept === 0 ? "No old reports" : counted(kept, "report")}</dd>
        </div>
        <div>
          <dt>Oldest remaining report</dt>
          <dd>
            {oldestKept === null ? (
              "None"
            ) : (
              <a href={`/reports/${oldestKept.id}`}>{`#${oldestKept.number}, ${formatDay(oldestKept.startTime)}`}</a>
            )}
          </dd>
        </div>
      </dl>
      <p className={styles["note"]}>
        {`Reports are deleted ${counted(retentionDays, "day")} after they were received. Never deleted: reports marked as kept, reports that are still running or being exported, and the latest report of each suite and branch. Deleted reports still count in trends. Artifacts used by remaining reports are kept.`}
      </p>
      {waits && (
        <Button variant="default" loading={confirming} onClick={onConfirm}>
          Start cleanup now
        </Button>
      )}
    </section>
  );
}

function sentence({ autoCleanup, startsAt }: Retention, now: number): string {
  if (!autoCleanup) return "Automatic cleanup is off. Nothing is deleted.";
  if (startsAt === null)
    return "Automatic cleanup has not started in this project, and nothing has been deleted. Its leads will be notified and have seven days to check.";
  if (Date.parse(startsAt) > now)
    return `Automatic cleanup starts on ${formatDay(startsAt)}. Nothing is deleted before then, unless you start it.`;
  return "Automatic cleanup runs every hour.";
}
