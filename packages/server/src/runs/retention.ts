import { dayMs } from "@plumb/contract/durations.ts";
import { formatCalendarDay } from "@plumb/contract/figures.ts";
import type { Context } from "#core/context.ts";
import { publish, writeNotifications } from "#inbox/notify.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { announceStatusChanges } from "./announce-status-changes.ts";
import { type RunStatusChange, updateRunStatus } from "#runs/status/update-run-status.ts";
import {
  announceRetention,
  markRemoved,
  nextRound,
  type RetainingProject,
  retainingProjects,
} from "#store/runs/retention.ts";
import { projectsToTidy, removedRuns, removeRunsBatch } from "#store/runs/run-removal.ts";
import { allowIdle } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { removeFreeContents } from "#store/projects/storage.ts";

type Needs = Pick<Context, "db" | "blobs" | "bus" | "clock" | "log"> & {
  readonly config: Pick<Context["config"], "maxProjectBytes">;
};

const noticeDays = 7;
/** Number of reports that are deleted in one step. */
const reportsAtOnce = 50;
const blobsAtOnce = 200;
/** Grace period for new blobs, because an upload may not have recorded the artifact that uses them yet. */
const settledMs = 60 * 60_000;

/** Maximum time to delete one file in object storage. */
const slowDeletionMs = 5 * 60_000;

/** Returns the time before which reports of a project are expired. */
export function cutoffOf(retentionDays: number, now: Date): Date {
  return new Date(now.getTime() - retentionDays * dayMs);
}

/**
 * Runs an automatic cleanup: deletes expired reports in small batches, then their unreferenced data. Daily counters are kept. After a stop, the next
 * run continues.
 */
export async function retentionRound(needs: Needs, stopped: () => boolean = () => false): Promise<void> {
  for (const project of await retainingProjects(needs.db)) {
    if (stopped()) return;
    const now = needs.clock();
    if (project.startsAt === null) await announce(needs, project, now);
    else if (project.startsAt <= now) await takeOld(needs, project, stopped);
  }
  for (const projectId of await projectsToTidy(needs.db)) await tidy(needs, projectId, stopped);
}

async function takeOld(needs: Needs, project: RetainingProject, stopped: () => boolean): Promise<void> {
  const { db, clock } = needs;
  const now = clock();
  const cutoff = cutoffOf(project.retentionDays, now);
  let taken = reportsAtOnce;
  while (taken === reportsAtOnce && !stopped()) {
    const statusChanges = await db.transaction().execute(async (transaction) => {
      const { runIds, bytes } = await markRemoved(transaction, project.id, { cutoff, now, limit: reportsAtOnce });
      if (runIds.length > 0)
        await recordAudit(
          transaction,
          { id: null, email: "Plumb", address: "", now },
          {
            action: "reports.expired",
            projectId: project.id,
            targetType: "project",
            targetId: project.id,
            targetName: project.name,
            detail: { reports: runIds.length, bytes, retentionDays: project.retentionDays },
          },
        );
      const removed: RunStatusChange[] = [];
      for (const runId of runIds)
        removed.push(await updateRunStatus(transaction, { projectId: project.id, runId, now }));
      return removed;
    });
    announceStatusChanges(needs, statusChanges);
    taken = statusChanges.length;
    await removeMarked(needs, project.id, stopped);
  }
}

async function tidy(needs: Needs, projectId: number, stopped: () => boolean): Promise<void> {
  await removeMarked(needs, projectId, stopped);
  await freeBlobs(needs, projectId, stopped);
}

async function removeMarked({ db }: Needs, projectId: number, stopped: () => boolean): Promise<void> {
  for (let runs = await removedRuns(db, projectId, reportsAtOnce); runs.length > 0;) {
    let left = true;
    while (left) {
      if (stopped()) return;
      left = await removeRunsBatch(db, projectId, runs);
    }
    runs = await removedRuns(db, projectId, reportsAtOnce);
  }
}

async function freeBlobs(needs: Needs, projectId: number, stopped: () => boolean): Promise<void> {
  const { db, blobs, clock, config } = needs;
  const untouchedSince = new Date(clock().getTime() - settledMs);
  const round = { maxBlobs: blobsAtOnce, untouchedSince, defaultLimit: config.maxProjectBytes };
  const removeAfter = (after: string): Promise<string | null> =>
    inTransaction(db, async (transaction) => {
      await allowIdle(transaction, slowDeletionMs);
      return removeFreeContents(transaction, projectId, { ...round, after }, (hash) => blobs.remove(projectId, hash));
    });
  for (let after: string | null = ""; after !== null && !stopped();) after = await removeAfter(after);
}

/** Notifies the leads of a project that is older than automatic cleanup, seven days before its first report is deleted. */
async function announce(needs: Needs, { id, name, retentionDays }: RetainingProject, now: Date): Promise<void> {
  const startsAt = new Date(now.getTime() + noticeDays * dayMs);
  const written = await needs.db.transaction().execute(async (transaction) => {
    if ((await announceRetention(transaction, id, startsAt)) === null) return [];
    const { next } = await nextRound(transaction, id, cutoffOf(retentionDays, now));
    const reports = next.reports === 1 ? "1 report" : `${next.reports} reports`;
    const notice = {
      topic: "other",
      projectId: id,
      title: `Old reports of ${name} will be deleted`,
      message: `Starting on ${formatCalendarDay(startsAt.toISOString().slice(0, 10))}, automatic cleanup deletes reports older than ${retentionDays} days: ${reports} today. See what would be deleted, keep what you need, or turn it off in the project's settings.`,
      type: "warning",
      actionUrl: `/projects/${id}?tab=settings`,
      metadata: { projectName: name },
    } as const;
    return writeNotifications(transaction, { membersOf: id, roles: ["LEAD"] }, notice, now);
  });
  publish(needs, written);
}
