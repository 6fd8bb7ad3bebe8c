import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { basesOf } from "./base-run.ts";
import { failedTestsOfPair } from "./failed-tests.ts";
import { hasRunError, isIncomplete } from "./gate.ts";

/** Values for the server's gate. */
export interface GateInput {
  /** Failures without a reason to ignore them; see `failedTests`. */
  readonly newFailures: number;
  readonly incomplete: boolean;
  readonly runError: boolean;
  /** Number of the base run; `null` without one. */
  readonly baseNumber: number | null;
}

/**
 * Returns the values for the server's gate by run id. Uses the flakiness of tests at the start of the run, so that the result does not depend on
 * later runs.
 */
export async function gateInput(
  db: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, GateInput>> {
  const bases = await basesOf(db, projectId, runIds);
  const { rows } = await sql<Omit<GateInput, "baseNumber"> & { runId: number }>`
    select r.id as "runId", ${isIncomplete(projectId)} as incomplete, ${hasRunError(projectId)} as "runError", new.failures as "newFailures"
      from unnest(${numbers(runIds)}::bigint[], ${numbers(runIds.map((id) => bases.get(id)?.id ?? null))}::bigint[]) as pair (run_id, base_id)
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = pair.run_id
     cross join lateral (
             select count(*)::integer as failures from (${failedTestsOfPair(projectId, sql`pair.run_id`, sql`pair.base_id`)}) f
              where not f.known and not f.flaky and not f.quarantined) new
  `.execute(db);
  return new Map(
    rows.map(({ runId, ...facts }) => [runId, { ...facts, baseNumber: bases.get(runId)?.number ?? null }] as const),
  );
}
