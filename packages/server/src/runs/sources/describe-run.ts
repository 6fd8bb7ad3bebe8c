import type { Db } from "#store/db.ts";
import { recountAuthors } from "#store/runs/run-authors.ts";
import { addRunFacts, hasSeveralSources } from "#store/runs/status-rows.ts";

/** Adds facts about the whole run. Keeps the row locked until the transaction ends. */
export async function describeRun(
  transaction: Db,
  run: {
    projectId: number;
    runId: number;
    shardTotal: number;
    metadata: Record<string, string>;
  },
): Promise<void> {
  await addRunFacts(transaction, run, run);
  // Authors are only recounted after several reports, because one report supersedes no results.
  if (await hasSeveralSources(transaction, run)) await recountAuthors(transaction, run.projectId, run.runId);
}
