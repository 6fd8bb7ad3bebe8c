import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { silencedTests } from "#store/tests/quarantine.ts";
import type { NewsRun } from "./news-runs.ts";
import type { PreviousRun } from "./previous-run.ts";

/**
 * Whether a run is the first red one after a green one, and nobody heard so yet. Failures of tests that are in quarantine or muted
 * make no run red.
 *
 * @param silenced How many of its failures are.
 */
export async function isFirstRed(db: Db, run: NewsRun, before: PreviousRun, silenced: number): Promise<boolean> {
  if (run.status !== "failed" || run.toldRed || !before.sameBranch) return false;
  if (run.failures > 0 && run.failures <= silenced) return false;
  return before.status === "completed" || isQuietlyRed(db, run.projectId, before.id);
}

/** All that failed in it is let pass. */
async function isQuietlyRed(db: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    select failed + errored as failures from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  const failures = rows[0]?.failures ?? 0;
  return failures > 0 && (await silencedTests(db, projectId, runId)).length >= failures;
}
