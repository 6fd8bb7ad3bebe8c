import { rate } from "@plumb/contract/figures.ts";
import { type BrowserStats, type TestDuration, unknownBrowser } from "@plumb/contract/runs/metrics.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

const shownBrowsers = 50;

/** Of results that have not been run again. */
function current(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null`;
}

export interface RunDurations {
  readonly slowest: TestDuration[];
  /** Milliseconds; null if no test says how long it took. */
  readonly average: number | null;
  readonly timed: number;
  readonly browsers: Record<string, BrowserStats>;
}

/** How long a run's tests took and how they went in each browser: one pass over its slim rows, 35 ms for 50,000 of them. */
export async function runDurations(db: Db, projectId: number, runId: number, top: number): Promise<RunDurations> {
  interface Row {
    readonly slowest: TestDuration[] | null;
    readonly average: number | null;
    readonly timed: number;
    readonly browsers: (Omit<BrowserStats, "passRate"> & { browser: string })[] | null;
  }
  const { rows } = await sql<Row>`
    with slim as materialized (
      select r.id, r.test_id, r.rank, r.seq, r.status, r.flaky, r.duration_ms, r.browser from result r where ${current(projectId, runId)}
    ), slowest as (
      select * from slim where duration_ms is not null order by duration_ms desc, rank, seq limit ${top}
    ), browsers as (
      select coalesce(browser, ${unknownBrowser}) as browser, count(*) as total, count(*) filter (where status = 'passed') as passed,
             count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'error') as errored,
             count(*) filter (where status = 'skipped') as skipped
        from slim group by 1 order by total desc, 1 limit ${shownBrowsers}
    )
    select (select json_agg(json_build_object('resultId', s.id, 'name', array_to_string(t.title_path, ' › '), 'file', t.file, 'variant', t.variant,
                                              'status', s.status, 'flaky', s.flaky, 'duration', s.duration_ms) order by s.duration_ms desc, s.rank, s.seq)
              from slowest s join test t on t.project_id = ${projectId} and t.id = s.test_id) as slowest,
           (select json_agg(b) from browsers b) as browsers,
           avg(duration_ms::double precision) as average, count(duration_ms) as timed
      from slim
  `.execute(db);
  const { slowest, browsers, average, timed } = rows[0] as Row;
  return {
    slowest: slowest ?? [],
    average,
    timed,
    browsers: Object.fromEntries((browsers ?? []).map(({ browser, ...counts }) => [browser, withRate(counts)])),
  };
}

function withRate(counts: Omit<BrowserStats, "passRate">): BrowserStats {
  const ran = counts.passed + counts.failed + counts.errored;
  return { ...counts, passRate: rate(counts.passed, ran) };
}

/** Failures with one signature, and one of them. */
export interface ReasonRow {
  readonly resultId: number;
  readonly signature: string | null;
  readonly failed: number;
  readonly errored: number;
  readonly errorLine: string | null;
}

/** Why tests of a run failed: the `limit` most frequent reasons, how many there are, and how many tests failed. */
export async function failureReasons(
  db: Db,
  projectId: number,
  runId: number,
  limit: number,
): Promise<{ reasons: ReasonRow[]; failures: number; total: number }> {
  const { rows } = await sql<ReasonRow & { reasons: number; failures: number }>`
    with grouped as (
      select r.failure_signature as signature, count(*) filter (where r.rank = 0) as failed, count(*) filter (where r.rank = 1) as errored,
             (array_agg(r.id order by r.rank, r.seq))[1] as id, min(array[r.rank, r.seq]) as place
        from result r where ${current(projectId, runId)} and r.rank in (0, 1)
       group by r.failure_signature
    ), most as (
      select *, count(*) over () as reasons, sum(failed + errored) over ()::bigint as failures
        from grouped order by failed + errored desc, signature is null, place limit ${limit}
    )
    select most.signature, most.failed, most.errored, most.reasons, most.failures, most.id as "resultId",
           r.error_line as "errorLine"
      from most join result r on r.project_id = ${projectId} and r.id = most.id
     order by most.failed + most.errored desc, most.signature is null, most.place
  `.execute(db);
  return { reasons: rows, failures: rows[0]?.failures ?? 0, total: rows[0]?.reasons ?? 0 };
}
