import { deleteRun, lockRunsToMerge, moveRun, renameSuite } from "#store/ingest/merged-runs.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import { type RunStatusChange, updateRunStatus } from "#runs/status/update-run-status.ts";
import { moveSuiteState } from "#store/runs/suite-states.ts";
import { uncountRuns } from "#store/trends/count-runs.ts";

export type MergedRuns =
  | { readonly kind: "merged"; readonly statusChanges: readonly RunStatusChange[] }
  /** This run is still receiving a source. */
  | { readonly kind: "open"; readonly runId: number }
  | { readonly kind: "gone" };

/**
 * Merges runs into the first one, which keeps its number and receives all contents. The other runs are deleted. A test that was in several runs gets
 * one occurrence per run.
 */
export async function mergeRuns(
  db: Db,
  projectId: number,
  { runIds, suite, now }: { readonly runIds: readonly number[]; readonly suite: string; readonly now: Date },
): Promise<MergedRuns> {
  return inTransaction(db, async (transaction): Promise<MergedRuns> => {
    // Locks failures before runs, like grouping does, and runs by id, so that transactions cannot deadlock.
    const revision = await bumpRevision(transaction, "failure", projectId);
    const rows = await lockRunsToMerge(transaction, projectId, runIds);
    const [first, ...others] = rows;
    if (first === undefined || rows.length < runIds.length) return { kind: "gone" };
    const open = rows.find((run) => run.open);
    if (open !== undefined) return { kind: "open", runId: open.id };
    await uncountRuns(
      transaction,
      projectId,
      rows.map(({ id }) => id),
    );
    for (const other of others) await moveRun(transaction, { projectId, from: other.id, to: first.id, revision });
    await renameSuite(transaction, { projectId, runId: first.id }, suite);
    await recountRun(transaction, projectId, first.id);
    await moveSuiteState(transaction, { projectId, runId: first.id }, first);
    const statusChanges = [await updateRunStatus(transaction, { projectId, runId: first.id, now, startedAt: null })];
    for (const other of others) {
      await deleteRun(transaction, projectId, other.id);
      await moveSuiteState(transaction, { projectId, runId: other.id }, other);
      statusChanges.push(await updateRunStatus(transaction, { projectId, runId: other.id, now }));
    }
    return { kind: "merged", statusChanges };
  });
}
