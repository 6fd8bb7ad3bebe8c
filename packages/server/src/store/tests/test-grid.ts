import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/**
 * Returns the tests with results in these runs: those that failed last, then those that were flaky last, then the others. Reads at most `limit`
 * results per run, failures first, so that the time does not depend on the size of the runs.
 *
 * @param runIds Newest first.
 */
export async function testsInRuns(
  db: Db,
  { projectId, runIds, limit }: { readonly projectId: number; readonly runIds: readonly number[]; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(a.same_as_id, seen.test_id) as id
      from (select r.test_id, min(run.place) filter (where r.rank <= 1) as failed, min(run.place) filter (where r.rank = 3) as flaky,
                   min(run.place) as latest
              from unnest(${numbers(runIds)}::bigint[]) with ordinality as run (id, place)
             cross join lateral (
                     select test_id, rank from result
                      where project_id = ${opaqueProjectId(projectId)} and run_id = run.id and superseded_by is null
                      order by rank, seq limit ${limit} offset 0) r
             group by r.test_id) seen
      left join test_alias a on a.project_id = ${projectId} and a.test_id = seen.test_id
     group by 1
     order by min(seen.failed) nulls last, min(seen.flaky) nulls last, min(seen.latest), 1 limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface GridTestRow {
  readonly id: number;
  readonly file: string | null;
  readonly title: string;
  readonly variant: string;
  readonly owner: string | null;
  /** Its results by browser, each with `unpackedResults`. */
  readonly results: readonly (readonly [browser: string | null, packed: string])[];
}

/** Tests per statement. The embedded database serves other clients between statements. */
const testsAtOnce = 1000;

/** Like `someRows`, for any number of tests. */
export async function gridRows(
  db: Db,
  { testIds, ...requested }: GridRowsRequest,
  byBrowser: boolean,
): Promise<GridTestRow[]> {
  const rows: GridTestRow[] = [];
  for (let first = 0; first < testIds.length; first += testsAtOnce)
    rows.push(...(await someRows(db, { ...requested, testIds: testIds.slice(first, first + testsAtOnce) }, byBrowser)));
  return rows;
}

interface GridRowsRequest {
  readonly projectId: number;
  readonly testIds: readonly number[];
  readonly runIds: readonly number[];
}

/**
 * Returns tests with their results in these runs, including those under earlier names. Results are packed, because parsing a row for each of 500,000
 * takes longer than reading them. Looks up the results of each test, so that other tests of large runs are not read.
 *
 * @param byBrowser If false, all results are in one entry.
 */
async function someRows(
  db: Db,
  { projectId, testIds, runIds }: GridRowsRequest,
  byBrowser: boolean,
): Promise<GridTestRow[]> {
  const causeOfResult = sql`(
    select g.group_id from failure f
      join failure_signature g on g.project_id = ${opaqueProjectId(projectId)} and g.id = f.signature_id
     where f.project_id = ${opaqueProjectId(projectId)} and f.run_id = r.run_id and f.result_id = r.id and not f.gone)`;
  const { rows } = await sql<GridTestRow>`
    with named as materialized (
      select id as test_id, id as known_as from unnest(${numbers(testIds)}::bigint[]) as given (id)
       union all
      select same_as_id, test_id from test_alias where project_id = ${projectId} and same_as_id = any(${numbers(testIds)}::bigint[])
    ), packed as (
      select w.test_id, ${byBrowser ? sql`r.browser` : sql`null::text`} as browser,
             string_agg(case when r.rank in (0, 1, 3) then concat_ws(' ', r.run_id, r.rank, r.id, ${causeOfResult})
                             else concat(r.run_id, ' ', r.rank) end, ';') as results
        from named w
       cross join lateral (
               select id, run_id, rank, browser from result
                where project_id = ${opaqueProjectId(projectId)} and test_id = w.known_as and run_id = any(${numbers(runIds)}::bigint[])
                  and superseded_by is null offset 0) r
       group by 1, 2
    ), of_test as (
      select test_id, json_agg(json_build_array(browser, results)) as results from packed group by test_id
    )
    select t.id, t.file, array_to_string(t.title_path, ' › ') as title, t.variant, t.owner, p.results
      from of_test p
     cross join lateral (
             select id, file, title_path, variant, owner from test
              where project_id = ${opaqueProjectId(projectId)} and id = p.test_id offset 0) t
  `.execute(db);
  return rows;
}

export interface GridResult {
  readonly runId: number;
  /** 0 failed, 1 errored, 2 running, 3 flaky, 4 skipped, 5 passed. */
  readonly rank: number;
  /** Only of failed, errored and flaky results. */
  readonly resultId: number | null;
  /** `null` for other results, and until the failure is grouped. */
  readonly groupId: number | null;
}

/** Parses results of `gridRows`. */
export function unpackedResults(packed: string): GridResult[] {
  return packed.split(";").map((text) => {
    const [runId, rank, resultId, groupId] = text.split(" ");
    return {
      runId: Number(runId),
      rank: Number(rank),
      resultId: resultId === undefined ? null : Number(resultId),
      groupId: groupId === undefined ? null : Number(groupId),
    };
  });
}
