import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

export interface FailedOwners {
  /** Most failures first. */
  readonly most: { readonly owner: string; readonly failures: number }[];
  /** Total number of owners with failures. */
  readonly count: number;
}

/**
 * Returns owners of failed tests by run, up to `limit` each; omits runs without owners and runs that have not been
 * counted.
 */
export async function failedOwners(
  db: Db,
  projectId: number,
  { runIds, limit }: { readonly runIds: readonly number[]; readonly limit: number },
): Promise<Map<number, FailedOwners>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<FailedOwners & { runId: number }>`
    select asked.id as "runId", json_agg(json_build_object('owner', o.owner, 'failures', o.failed) order by o.failed desc, o.owner) as most,
           max(o.owners)::integer as count
      from unnest(${numbers(runIds)}::bigint[]) as asked (id)
     cross join lateral (
             select owner, failed, count(*) over () as owners from run_owner
              where project_id = ${projectId} and run_id = asked.id and failed > 0
              order by failed desc, owner limit ${limit}) o
     group by asked.id
  `.execute(db);
  return new Map(rows.map(({ runId, ...owners }) => [runId, owners]));
}
