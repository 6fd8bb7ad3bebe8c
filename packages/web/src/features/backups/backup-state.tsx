import { Alert, Button } from "@mantine/core";
import type { Backups } from "@plumb/contract/administration/backups.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import styles from "./backups.module.css";
import { cut, formatTimestamp } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface BackupStateProps {
  readonly backups: Backups;
  /** Whether the request to start a backup is being sent. */
  readonly starting: boolean;
  readonly onStart: () => void;
}

/** Last success and next backup, with warnings. */
export function BackupState({ backups, starting, onStart }: BackupStateProps) {
  const { lastSuccessAt, state, target } = backups;
  return (
    <>
      {warningsOf(backups).map((warning) => (
        <Alert
          key={warning}
          color="red"
          variant="light"
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          className={styles["warning"] ?? ""}
        >
          {warning}
        </Alert>
      ))}
      <section className={`${panel["panel"]} ${styles["state"]}`} aria-label="State">
        <dl>
          <div>
            <dt>Last success</dt>
            <dd>{lastSuccessAt === null ? "None yet" : <TimeAgo timestamp={lastSuccessAt} />}</dd>
          </div>
          <div>
            <dt>Next backup</dt>
            <dd>{nextText(backups)}</dd>
          </div>
          <div>
            <dt>Target</dt>
            <dd>{target === null ? "Not configured" : cut(target, 300)}</dd>
          </div>
        </dl>
        <Button
          variant="default"
          loading={starting}
          disabled={target === null || state !== "idle"}
          onClick={onStart}
          className={styles["start"] ?? ""}
        >
          Back up now
        </Button>
      </section>
    </>
  );
}

function nextText({ nextAt, state }: Backups): string {
  if (state === "running") return "Running now";
  if (state === "queued") return "Starting";
  return nextAt === null ? "Not scheduled" : formatTimestamp(nextAt);
}

function warningsOf({ attempts, overdueSince, schedule, target, targetError }: Backups): string[] {
  const last = attempts.find(({ endedAt }) => endedAt !== null);
  const warnings: string[] = [];
  if (targetError !== null) warnings.push(`The backups cannot be listed: ${cut(targetError, 500)}`);
  if (last?.error !== undefined && last.error !== null)
    warnings.push(
      `The last backup failed on ${formatTimestamp(last.startedAt)}. ${cut(last.error, 1000)} ${
        schedule.enabled && target !== null ? "Plumb tries again every hour." : "Correct the cause, and start it again."
      }`,
    );
  if (overdueSince !== null)
    warnings.push(`No backup has succeeded since ${formatTimestamp(overdueSince)}, when one was scheduled.`);
  if (last?.pruneError !== undefined && last.pruneError !== null)
    warnings.push(`The last backup is complete, but old backups were not removed. ${cut(last.pruneError, 1000)}`);
  return warnings;
}
