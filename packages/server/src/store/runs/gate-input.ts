import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { repeatingFrameworks } from "#store/tests/executions.ts";
import { holdsAt, quarantinedNames } from "#store/tests/quarantine.ts";
import { basesOf } from "./base-run.ts";
import { failedIn } from "./failing-rows.ts";
import { incomplete, runError } from "./gate.ts";

/** Values for the server's gate. */
export interface GateInput {
  /** Failures that are not in the base run, and whose tests were neither flaky nor in quarantine before the run. */
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
  const project = opaqueProjectId(projectId);
  const repeats = sql<boolean>`(r.framework = any(${texts(repeatingFrameworks)}::text[]))`;
  const row = { testId: sql`x.test_id`, occurrence: sql`x.occurrence`, repeats };
  const { rows } = await sql<Omit<GateInput, "baseNumber"> & { runId: number }>`
    select r.id as "runId", ${incomplete} as incomplete, ${runError} as "runError", new.failures as "newFailures"
      from unnest(${numbers(runIds)}::bigint[], ${numbers(runIds.map((id) => bases.get(id)?.id ?? null))}::bigint[]) as pair (run_id, base_id)
      join run r on r.project_id = ${project} and r.id = pair.run_id
     cross join lateral (
             select array(select unnest(${quarantinedNames}) from quarantine q
                           where q.project_id = ${project} and q.kind = 'quarantine' and ${holdsAt(sql`r.started_at`)}) as tests) quarantined
     cross join lateral (
             select count(*)::integer as failures from result x
              where x.project_id = ${project} and x.run_id = r.id and x.superseded_by is null and x.rank <= 1
                and x.test_id <> all(quarantined.tests)
                and not coalesce((
                      select c.to_state = 'flaky' from test_state_change c
                       where c.project_id = ${project} and c.test_id = x.test_id and c.at < r.started_at
                       order by c.at desc, c.id desc limit 1), false)
                and not ${failedIn(projectId, sql`pair.base_id`, row)}) new
  `.execute(db);
  return new Map(
    rows.map(({ runId, ...facts }) => [runId, { ...facts, baseNumber: bases.get(runId)?.number ?? null }] as const),
  );
}
