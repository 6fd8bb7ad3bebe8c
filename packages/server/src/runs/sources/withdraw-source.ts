import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import {
  abandonableSources,
  deleteRunWithoutSources,
  deleteSource,
  lockRunOfSource,
  lockUnfinished,
} from "#store/ingest/withdrawn-sources.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import { moveSuiteState } from "#store/runs/suite-states.ts";
import { type RunStatusChange, updateRunStatus } from "#runs/status/update-run-status.ts";
import type { Writer } from "#store/writer.ts";

/**
 * Rolls a source back: deletes its results, details, artifacts and problems, and the run if it is empty. Results that it superseded count again.
 * Returns `null` if the source was already rolled back or completed.
 */
export async function withdrawSource(
  db: Db,
  projectId: number,
  sourceId: number,
  now: Date,
): Promise<RunStatusChange | null> {
  return inTransaction(db, async (transaction) => {
    const run = await lockRunOfSource(transaction, projectId, sourceId);
    if (run === null) return null;
    const { runId } = run;
    // The run is locked, so the source cannot be marked as received after this check.
    if (!(await lockUnfinished(transaction, projectId, sourceId))) return null;
    await deleteSource(transaction, { projectId, runId, sourceId });
    await recountRun(transaction, projectId, runId);
    await deleteRunWithoutSources(transaction, projectId, runId);
    await moveSuiteState(transaction, { projectId, runId }, run);
    return updateRunStatus(transaction, { projectId, runId, now });
  });
}

/**
 * Rolls back unfinished sources of processes that no longer exist, and returns the new status of their runs. Live
 * sources outlive their process and are not affected.
 */
export async function withdrawAbandoned(db: Db, writer: Writer, now: Date): Promise<RunStatusChange[]> {
  const withdrawn: RunStatusChange[] = [];
  for (const source of await abandonableSources(db)) {
    const alive =
      !writer.givenUpSources.has(source.id) &&
      (await inTransaction(db, (transaction) => writer.isAlive(transaction, source.writer)));
    if (alive) continue;
    const statusChange = await withdrawSource(db, source.projectId, source.id, now);
    writer.givenUpSources.delete(source.id);
    if (statusChange !== null) withdrawn.push(statusChange);
  }
  return withdrawn;
}
