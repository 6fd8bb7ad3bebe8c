import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

export interface MissingRun {
  readonly id: number;
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
}

/** Maximum number of missing suites to return. */
const limit = 20;

/**
 * Returns the runs of the bases' commits and branches whose suite and environment no run of the head has, the latest for each. The commit shows what
 * belonged together: a suite that only runs at night has another one.
 */
export async function missingSuites(
  db: Db,
  projectId: number,
  head: readonly { readonly suite: string; readonly environment: string }[],
  baseIds: readonly number[],
): Promise<MissingRun[]> {
  if (baseIds.length === 0) return [];
  const { rows } = await sql<MissingRun>`
    select distinct on (m.suite, m.environment) m.id, m.number, m.suite, m.environment
      from run b
      join run m on m.project_id = b.project_id and m.commit_sha = b.commit_sha and m.branch is not distinct from b.branch
     where b.project_id = ${opaqueProjectId(projectId)} and b.id = any(${numbers(baseIds)}::bigint[])
       and m.removed_at is null and m.status <> 'running' and m.partial is null
       and (m.suite, m.environment) not in (
             select * from unnest(${texts(head.map(({ suite }) => suite))}::text[], ${texts(head.map(({ environment }) => environment))}::text[]))
     order by m.suite, m.environment, m.started_at desc, m.id desc
     limit ${limit}
  `.execute(db);
  return rows;
}
