import {
  type BackupAttempt,
  type Backups,
  type BrokenBackup,
  changeBackupSchedule,
  maxListedBackups,
  readBackups,
  startBackup,
  type StoredBackup,
} from "@plumb/contract/administration/backups.ts";
import { openBackupTarget } from "#backup/backup-target.ts";
import { type ListedBackup, listBackups, startOf } from "#backup/list-backups.ts";
import { tableTotals } from "#backup/manifest.ts";
import { queueBackup } from "#backup/queue-backup.ts";
import { nextTime, overdueSince } from "#backup/schedule.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { recordAudit } from "#store/administration/audit.ts";
import {
  backupAttempts,
  backupJobState,
  backupSchedule,
  lastBackupAt,
  saveBackupSchedule,
  type StoredAttempt,
} from "#store/administration/backups.ts";

export function backupRoutes(api: Api<"bus" | "config" | "db" | "log">): void {
  api.route(readBackups, async ({ context, now }) => ({ data: await present(context, now) }));

  api.route(changeBackupSchedule, async (call) => {
    const { context, body, now } = call;
    await context.db.transaction().execute(async (transaction) => {
      await saveBackupSchedule(transaction, body, now);
      await recordAudit(transaction, actorOf(call), {
        action: "backup_schedule.changed",
        targetType: "settings",
        targetName: "Backups",
        detail: body,
      });
    });
    return { data: body };
  });

  api.route(startBackup, async (call) => {
    const { context, now } = call;
    if (context.config.backups === undefined)
      throw new ApiError("conflict", "Backups have no target. Set PLUMB_BACKUPS, and restart the server.");
    const actor = actorOf(call);
    await context.db.transaction().execute(async (transaction) => {
      if ((await backupJobState(transaction)) !== "idle")
        throw new ApiError("conflict", "A backup is already running.");
      await queueBackup(transaction, actor.email, now);
      await recordAudit(transaction, actor, {
        action: "backup.requested",
        targetType: "settings",
        targetName: "Backups",
      });
    });
    context.bus.publish({ about: "jobs" });
    return { data: null };
  });
}

async function present({ config, db, log }: Pick<Context, "config" | "db" | "log">, now: Date): Promise<Backups> {
  const { schedule, since } = await backupSchedule(db);
  const lastSuccessAt = await lastBackupAt(db);
  const state = await backupJobState(db);
  const attempts = await backupAttempts(db, maxListedBackups);
  const hasTarget = config.backups !== undefined;
  return {
    schedule,
    nextAt: schedule.enabled && hasTarget ? nextTime(schedule, now).toISOString() : null,
    overdueSince: hasTarget ? (overdueSince({ schedule, since, lastSuccessAt }, now)?.toISOString() ?? null) : null,
    state,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    attempts: attempts.map((attempt, index) => presentAttempt(attempt, index === 0 && state === "running")),
    ...(await readTarget({ config, log })),
  };
}

function presentAttempt(
  { id: _id, startedAt, endedAt, error, ...rest }: StoredAttempt,
  isRunning: boolean,
): BackupAttempt {
  const died = endedAt === null && !isRunning;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    endedAt: (died ? startedAt : endedAt)?.toISOString() ?? null,
    error: died ? "The server stopped during the backup." : error,
  };
}

async function readTarget({
  config,
  log,
}: Pick<Context, "config" | "log">): Promise<Pick<Backups, "broken" | "stored" | "target" | "targetError">> {
  if (config.backups === undefined) return { target: null, stored: [], broken: [], targetError: null };
  const target = openBackupTarget(config.backups);
  try {
    const backups = await listBackups(target, maxListedBackups);
    return {
      target: target.description,
      stored: backups.flatMap((backup) => (backup.state === "complete" ? [presentStored(backup)] : [])),
      broken: backups.flatMap(({ name, state }): BrokenBackup[] =>
        state === "complete" ? [] : [{ name, state, createdAt: startOf(name).toISOString() }],
      ),
      targetError: null,
    };
  } catch (error) {
    log.warn({ err: error, target: target.description }, "backups cannot be listed");
    const targetError = error instanceof Error ? error.message : String(error);
    return { target: target.description, stored: [], broken: [], targetError };
  }
}

function presentStored({ name, manifest }: Extract<ListedBackup, { state: "complete" }>): StoredBackup {
  const { createdAt, plumb, tables, blobs } = manifest;
  const { rows, bytes } = tableTotals(tables);
  return {
    name,
    createdAt,
    plumb,
    rows,
    bytes,
    files: blobs.count,
    fileBytes: blobs.bytes,
    lostFiles: blobs.lost.length,
  };
}
