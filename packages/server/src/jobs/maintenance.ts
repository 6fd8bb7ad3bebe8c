import type { Logger } from "pino";
import type { BlobStore } from "#blobs/blob-store.ts";
import { deleteProjects } from "#jobs/delete-projects.ts";
import type { Bus } from "#realtime/bus.ts";
import { retentionRound } from "#runs/retention.ts";
import { runJudged } from "#realtime/run-notices.ts";
import { deleteExpiredSessions } from "#store/people/accounts.ts";
import type { Database, Db } from "#store/db.ts";
import { analyseTables } from "#store/maintenance.ts";
import { deleteOldNotifications } from "#store/people/notifications.ts";
import { deleteOldPasswordResets } from "#store/people/password-resets.ts";
import { countEndedRuns } from "#store/runs/run-totals.ts";
import { interruptSilentRuns } from "#store/runs/runs.ts";
import { withdrawAbandoned } from "#store/ingest/uploads.ts";
import { deleteOldDeliveries } from "#store/integrations/webhook-deliveries.ts";
import type { Writer } from "#store/writer.ts";
import { queueRunEvents } from "#webhooks/queue-run-events.ts";

const minuteMs = 60_000;
const notificationDays = 90;
const notificationsPerAccount = 1000;
const deliveryDays = 30;
const deliveriesPerWebhook = 1000;
const countedAtOnce = 200;

interface MaintenanceOptions {
  readonly database: Pick<Database, "db" | "embedded">;
  readonly blobs: BlobStore;
  readonly writer: Writer;
  readonly bus: Bus;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly publicUrl: () => string;
  readonly runTimeoutMs: number;
}

/** Work that nobody asks for. Every step may run on several replicas at once without harm. */
export function startMaintenance({
  database,
  blobs,
  writer,
  bus,
  clock,
  log,
  publicUrl,
  runTimeoutMs,
}: MaintenanceOptions): () => Promise<void> {
  const { db } = database;
  let stopped = false;
  const every = (intervalMs: number, name: string, work: (db: Db) => Promise<unknown>) => {
    let running = Promise.resolve();
    const timer = setInterval(() => {
      running = running.then(async () => {
        await work(db);
      });
      // The next turn tries again; what it was about is in the log.
      running = running.catch((error: unknown) => log.error({ err: error, job: name }, "maintenance failed"));
    }, intervalMs);
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  const stops = [
    every(minuteMs, "interrupt-silent-runs", async () => {
      const silentSince = new Date(clock().getTime() - runTimeoutMs);
      const judged = await db.transaction().execute(async (transaction) => {
        const runs = await interruptSilentRuns(transaction, silentSince);
        for (const run of runs) await queueRunEvents(transaction, { clock, publicUrl }, run);
        return runs;
      });
      for (const run of judged) await runJudged({ db, bus, clock, log }, run);
    }),
    every(minuteMs, "count-ended-runs", () => countAllEnded(db, () => stopped)),
    every(minuteMs, "withdraw-abandoned-uploads", () => withdrawAbandoned(db, writer)),
    every(minuteMs / 6, "delete-projects", () => deleteProjects(db, blobs, () => stopped)),
    every(60 * minuteMs, "retention", () => retentionRound({ db, blobs, bus, clock, log }, () => stopped)),
    every(60 * minuteMs, "delete-expired-sessions", () => deleteExpiredSessions(db, clock())),
    every(60 * minuteMs, "delete-old-notifications", () => deleteOldNotifications(db, keptNotifications(clock()))),
    every(60 * minuteMs, "delete-old-deliveries", () => deleteOldDeliveries(db, keptDeliveries(clock()))),
    every(60 * minuteMs, "delete-old-password-resets", () => deleteOldPasswordResets(db, clock())),
    // PostgreSQL's own autovacuum does this; the embedded database has no background processes.
    ...(database.embedded ? [every(10 * minuteMs, "vacuum-analyse", analyseTables)] : []),
  ];
  return async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

function keptNotifications(now: Date): { before: Date; most: number } {
  return {
    before: new Date(now.getTime() - notificationDays * 24 * 60 * minuteMs),
    most: notificationsPerAccount,
  };
}

function keptDeliveries(now: Date): { before: Date; most: number } {
  return { before: new Date(now.getTime() - deliveryDays * 24 * 60 * minuteMs), most: deliveriesPerWebhook };
}

/** In batches, so that the embedded database serves others in between. */
async function countAllEnded(db: Db, isStopped: () => boolean): Promise<void> {
  let counted = countedAtOnce;
  while (counted === countedAtOnce && !isStopped()) counted = await countEndedRuns(db, countedAtOnce);
}
