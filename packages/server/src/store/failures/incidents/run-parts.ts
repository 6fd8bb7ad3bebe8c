import type { ExecutedPart, RunPart } from "@plumb/analysis/incidents/fact-grounds.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Limits for the runs to compare. The runs with the failures come first, then the latest ones. Without other runs, no fact is named. */
const maxRuns = 200;
const maxResults = 500_000;
/** Maximum duration of runs that are found by their start, in days. */
const maxRunDays = 1;

/** Returns the uploads with facts by id. */
export async function partsWithFacts(
  db: Db,
  projectId: number,
  sourceIds: readonly number[],
): Promise<Map<number, RunPart>> {
  if (sourceIds.length === 0) return new Map();
  const { rows } = await sql<RunPart>`
    select u.id, u.run_id as "runId", r.suite, r.environment, u.facts
      from upload u join run r on r.project_id = u.project_id and r.id = u.run_id
     where u.project_id = ${projectId} and u.id = any(${numbers(sourceIds)}::bigint[]) and u.facts <> '{}'
  `.execute(db);
  return new Map(rows.map((part) => [part.id, part]));
}

/** Returns the uploads with facts that ran tests in a period, in the suites of these runs. */
export async function executedParts(
  db: Db,
  projectId: number,
  { from, until, runIds }: { readonly from: Date; readonly until: Date; readonly runIds: readonly number[] },
): Promise<ExecutedPart[]> {
  const ids = sql`${numbers(runIds)}::bigint[]`;
  const order = sql`r.id = any(${ids}) desc, r.started_at desc, r.id desc`;
  const { rows } = await sql<ExecutedPart>`
    with compared as (
      select id, suite, environment, started_at from (
        select r.*, sum(r.total) over (order by ${order}) as results
          from run r
         where r.project_id = ${projectId} and r.removed_at is null and r.facts <> '{}'
           and r.started_at between ${from}::timestamptz - ${maxRunDays} * interval '1 day' and ${until}
           and (r.ended_at is null or r.ended_at >= ${from})
           and r.suite in (select suite from run where project_id = ${projectId} and id = any(${ids}))
         order by ${order} limit ${maxRuns}) latest
       where results <= ${maxResults}
    )
    select u.id, c.id as "runId", c.suite, c.environment, u.facts, count(distinct s.test_id)::integer as tests
      from compared c
      join result s on s.project_id = ${opaqueProjectId(projectId)} and s.run_id = c.id
      join upload u on u.project_id = s.project_id and u.id = s.upload_id and u.facts <> '{}'
     where s.superseded_by is null and s.status in ('passed', 'failed', 'error')
       and coalesce(s.started_at, u.started_at, c.started_at) between ${from} and ${until}
     group by u.id, c.id, c.suite, c.environment, u.facts
     order by u.id
  `.execute(db);
  return rows;
}
