import type { Context } from "#core/context.ts";
import { notify } from "#inbox/notify.ts";
import {
  backupAttempts,
  backupSchedule,
  beginAttempt,
  endAttempt,
  removeAttempt,
} from "#store/administration/backups.ts";
import { backupRunningServer } from "./backup-running-server.ts";
import { openBackupTarget } from "./backup-target.ts";
import { pruneBackups } from "./prune-backups.ts";
import { TargetInUse } from "./target-lock.ts";

type Needs = Parameters<typeof backupRunningServer>[0] & Pick<Context, "bus" | "config" | "db">;

interface Attempt {
  /** Email address of a user; `null` for the schedule. */
  readonly requestedBy: string | null;
  readonly signal: AbortSignal;
  /** True if the caller repeats it when this throws. */
  readonly mayRepeat: boolean;
}

/**
 * Makes a backup in PLUMB_BACKUPS and removes old ones. The result is recorded for administrators, who are notified of the first failure.
 *
 * @throws Error if it should be repeated: the server stops, or another process uses the target.
 */
export async function runBackup(context: Needs, { requestedBy, signal, mayRepeat }: Attempt): Promise<void> {
  const { clock, config, db } = context;
  if (config.backups === undefined) return;
  const target = openBackupTarget(config.backups);
  const [previous] = await backupAttempts(db, 1);
  const id = await beginAttempt(db, requestedBy, clock());
  try {
    const { name, lost } = await backupRunningServer(context, target, signal);
    const pruneError = await prune();
    await endAttempt(db, id, { name, error: null, pruneError, now: clock() });
    if (pruneError !== null && (previous?.pruneError ?? null) === null)
      await notifyAdministrators(context, "Old backups were not removed", pruneError);
    if (lost.length > 0)
      context.log.error(
        { files: lost.length },
        "files of reports were missing or damaged in a backup; see plumb-server backup list",
      );
  } catch (error) {
    if (signal.aborted || (mayRepeat && error instanceof TargetInUse)) {
      await removeAttempt(db, id);
      throw error;
    }
    const message = error instanceof Error ? error.message : String(error);
    await endAttempt(db, id, { name: null, error: message, pruneError: null, now: clock() });
    if ((previous?.error ?? null) === null) await notifyAdministrators(context, "A backup failed", message);
  }

  /** Returns why old backups could not be removed, which does not affect the new one; `null` if they were. */
  async function prune(): Promise<string | null> {
    try {
      await pruneBackups(target, (await backupSchedule(db)).schedule.keep, signal);
      return null;
    } catch (error) {
      context.log.error({ err: error }, "old backups were not removed");
      return error instanceof Error ? error.message : String(error);
    }
  }
}

async function notifyAdministrators(context: Needs, title: string, message: string): Promise<void> {
  await notify(
    context,
    { administrators: true },
    {
      title,
      message,
      type: "error",
      topic: "connections",
      actionUrl: "/settings?tab=backups",
      metadata: {},
    },
  );
}
