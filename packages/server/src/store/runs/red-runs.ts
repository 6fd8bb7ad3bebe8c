import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { silencedFailures } from "#store/tests/quarantine.ts";
import type { NewsRun } from "./news-runs.ts";
import type { ComparedRun } from "./base-run.ts";

/**
 * Returns whether a run is the first red run of its branch and has not been announced. Failures of tests in quarantine and muted tests do not count.
 *
 * @param before The previous run on its branch; `null` if there is none.
 * @param silenced Number of its failures that are in quarantine or muted.
 */
export async function isFirstRed(db: Db, run: NewsRun, before: ComparedRun | null, silenced: number): Promise<boolean> {
  if (run.status !== "failed" || run.toldRed || before === null) return false;
  if (run.failures > 0 && run.failures <= silenced) return false;
  return before.status === "completed" || isQuietlyRed(db, run.projectId, before.id);
}

/** Returns true if all failures of the run are in quarantine or muted. */
async function isQuietlyRed(db: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    select failed + errored as failures from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  const failures = rows[0]?.failures ?? 0;
  return failures > 0 && (await silencedFailures(db, projectId, runId)).failures >= failures;
}
