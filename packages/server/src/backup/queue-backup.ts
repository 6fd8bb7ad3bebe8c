import type { Context } from "#core/context.ts";
import { backupAttempts, backupJobState, backupSchedule, lastBackupAt } from "#store/administration/backups.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { isDue } from "./schedule.ts";

/** Queues a backup. Jobs with the same target run one at a time on all servers. */
export async function queueBackup(transaction: Db, requestedBy: string | null, now: Date): Promise<void> {
  await enqueue(transaction, {
    kind: "make-backup",
    projectId: null,
    target: "server",
    key: "server",
    data: { requestedBy },
    now,
  });
}

/** Queues a backup if one is due and none is running. */
export async function startDueBackup({ bus, clock, db }: Pick<Context, "bus" | "clock" | "db">): Promise<void> {
  const now = clock();
  const state = { ...(await backupSchedule(db)), lastSuccessAt: await lastBackupAt(db) };
  const [lastAttempt] = await backupAttempts(db, 1);
  if (!isDue(state, lastAttempt, now) || (await backupJobState(db)) !== "idle") return;
  await inTransaction(db, (transaction) => queueBackup(transaction, null, now));
  bus.publish({ about: "jobs" });
}
