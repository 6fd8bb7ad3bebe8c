import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Columns of `run` with an index of their own behind the project. */
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
 * The values that a project's runs have in a column, in its order, the first `limit` of them; only those that contain
 * `containing`, in any case. Jumps from one value to the next in the index: the cost grows with the values, not with the runs.
 */
export async function distinctValues(
  db: Db,
  projectId: number,
  column: FacetColumn,
  limits: Limits,
): Promise<string[]> {
  return valuesOf(db, { table: sql`run`, column, only: sql`project_id = ${projectId}`, ...limits });
}

/** Whose tests failed in reports of the project, in the same way. */
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
