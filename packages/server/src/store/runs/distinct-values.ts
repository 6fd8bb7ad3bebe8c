import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Columns of `run` that have an index on the project and the column. */
export type FacetColumn =
  | "status"
  | "environment"
  | "framework"
  | "suite"
  | "branch"
  | "commit_author"
  | "pull_request";

interface Limits {
  readonly limit: number;
  readonly containing?: string | undefined;
}

/**
 * Returns the first `limit` values of a column in the runs of a project, sorted. `containing` filters them, ignoring case. Skips from one value to
 * the next in the index, so the cost depends on the number of values, not of runs.
 */
export async function distinctValues(
  db: Db,
  projectId: number,
  column: FacetColumn,
  limits: Limits,
): Promise<string[]> {
  return valuesOf(db, { table: sql`run`, column, only: sql`project_id = ${projectId}`, ...limits });
}

/** Returns the first `limit` owners of failed tests in the same way. */
export async function ownersOfFailures(db: Db, projectId: number, limits: Limits): Promise<string[]> {
  const only = sql`project_id = ${projectId} and failed > 0`;
  return valuesOf(db, { table: sql`run_owner`, column: "owner", only, ...limits });
}

interface Source extends Limits {
  readonly table: RawBuilder<unknown>;
  readonly column: FacetColumn | "owner";
  readonly only: RawBuilder<unknown>;
}

async function valuesOf(db: Db, { table, column, only, limit, containing = "" }: Source): Promise<string[]> {
  const value = sql.ref(column);
  const found = containing === "" ? sql`` : sql` and strpos(lower(value), lower(${containing}::text)) > 0`;
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      (select ${value} as value from ${table} where ${only} and ${value} is not null order by ${value} limit 1)
      union all
      select (select ${value} from ${table} where ${only} and ${value} > found.value order by ${value} limit 1)
        from found
       where found.value is not null
    )
    select value from found where value is not null${found} limit ${limit}
  `.execute(db);
  return rows.map(({ value: found }) => found);
}
