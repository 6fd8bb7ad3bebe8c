import type { Db } from "#store/db.ts";
import { updateRunStatus } from "#runs/status/update-run-status.ts";
import { uncountRuns } from "#store/trends/count-runs.ts";

/** Resumes ended runs. Their counters will change, so the trends exclude them until they end again. */
export async function reopen(transaction: Db, projectId: number, runIds: readonly number[], now: Date): Promise<void> {
  await uncountRuns(transaction, projectId, runIds);
  for (const runId of runIds) await updateRunStatus(transaction, { projectId, runId, now });
}
