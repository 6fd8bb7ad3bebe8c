import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import {
  abandonableUploads,
  deleteRunWithoutUploads,
  deleteUpload,
  lockRunOfUpload,
  lockUnfinished,
} from "#store/ingest/withdrawn-uploads.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import { moveSuiteState } from "#store/runs/suite-states.ts";
import { type RunStatusChange, updateRunStatus } from "#runs/status/update-run-status.ts";
import type { Writer } from "#store/writer.ts";

/**
 * Rolls an upload back: deletes its results, details, artifacts and problems, and the run if it is empty. Results that it superseded count again.
 * Returns `null` if the upload was already rolled back or completed.
 */
export async function withdrawUpload(
  db: Db,
  projectId: number,
  uploadId: number,
  now: Date,
): Promise<RunStatusChange | null> {
  return inTransaction(db, async (transaction) => {
    const run = await lockRunOfUpload(transaction, projectId, uploadId);
    if (run === null) return null;
    const { runId } = run;
    // The run is locked, so the upload cannot be marked as received after this check.
    if (!(await lockUnfinished(transaction, projectId, uploadId))) return null;
    await deleteUpload(transaction, { projectId, runId, uploadId });
    await recountRun(transaction, projectId, runId);
    await deleteRunWithoutUploads(transaction, projectId, runId);
    await moveSuiteState(transaction, { projectId, runId }, run);
    return updateRunStatus(transaction, { projectId, runId, now });
  });
}

/**
 * Rolls back unfinished uploads of processes that no longer exist, and returns the new status of their runs. Live
 * sources outlive their process and are not affected.
 */
export async function withdrawAbandoned(db: Db, writer: Writer, now: Date): Promise<RunStatusChange[]> {
  const withdrawn: RunStatusChange[] = [];
  for (const upload of await abandonableUploads(db)) {
    const alive =
      !writer.givenUp.has(upload.id) &&
      (await inTransaction(db, (transaction) => writer.isAlive(transaction, upload.writer)));
    if (alive) continue;
    const statusChange = await withdrawUpload(db, upload.projectId, upload.id, now);
    writer.givenUp.delete(upload.id);
    if (statusChange !== null) withdrawn.push(statusChange);
  }
  return withdrawn;
}
