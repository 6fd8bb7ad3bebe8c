import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../packages/server/src/store/db.ts";
import { countEndedRuns } from "../../packages/server/src/runs/counting/count-ended-runs.ts";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

const suites = 8;
const testsOfSuite = 125;
const days = 365;
/** Number of runs per statement. */
const runsAtOnce = 2000;

/** Amount of data that `seedTrends` creates. Tests, suites and days do not depend on the number of results. */
const seededTrends = { suites, tests: suites * testsOfSuite, days, owners: 8 } as const;

/** Pseudo-random number from 0 to 999 by test and run, which determines the outcome: failed, flaky, skipped or passed. */
const fate = sql`((n.number::bigint * 7919 + t.place * 104729 + (n.number::bigint * t.place) % 997) % 1000)`;

/**
 * Writes runs with results over a year, and then their counters, directly into the database. Each run has 125 tests; there are 8 suites, 2
 * environments and 2 branches. The last run has just ended. No server may use an embedded database at the same time.
 *
 * @param prove Also computes the counters with the product's code and compares them. @throws Error if the counters differ.
 */
export async function seedTrends(
  scope: DatabaseLocation,
  projectId: number,
  { results, prove = false }: { results: number; prove?: boolean },
): Promise<void> {
  await using database = await openDatabaseAt(scope);
  const { db } = database;
  const runs = Math.round(results / testsOfSuite);
  await writeTests(db, projectId);
  await writeRuns(db, projectId, runs);
  for (let first = 1; first <= runs; first += runsAtOnce)
    await writeResults(db, projectId, first, Math.min(runs, first + runsAtOnce - 1));
  await sql`vacuum (analyze) result`.execute(db);
  await finishRuns(db, projectId);
  if (prove) await proveCounters(db, projectId);
  else await writeCounters(db, projectId);
  await sql`vacuum (analyze)`.execute(db);
}

async function writeTests(db: Db, projectId: number): Promise<void> {
  await sql`
    insert into test (project_id, key, file, title_path, variant, search_text, first_run_id, owner_hand)
    select ${projectId}::bigint, md5('trend test ' || n)::uuid, 'tests/suite-' || n / ${testsOfSuite}::int || '/part-' || n % 20 || '.spec.ts',
           array['part ' || n % 20, 'keeps order ' || n], 'chromium', 'suite-' || n / ${testsOfSuite}::int || ' keeps order ' || n, 0,
           case when n % 9 < ${seededTrends.owners}::int then 'team-' || n % 9 end
      from generate_series(0, ${suites * testsOfSuite - 1}::int) n
  `.execute(db);
}

async function writeRuns(db: Db, projectId: number, runs: number): Promise<void> {
  await sql`
    insert into run (project_id, number, key, suite, framework, environment, branch, commit_sha, status, started_at, duration_ms,
                     total, tags, signature_version, gathered_version)
    select ${projectId}::bigint, n, 'seeded ' || n, 'suite-' || n % ${suites}::int, 'playwright',
           (array['staging', 'production'])[1 + n / ${suites}::int % 2],
           case when n / ${2 * suites}::int % 4 = 0 then 'develop' else 'main' end, md5(n::text), 'completed',
           now() - interval '1 minute' - (${runs}::int - n) * (interval '365 days' / ${runs}::int),
           case when n % 50 = 0 then null else 60000 + n * 7919::bigint % 600000 end, ${testsOfSuite}::int,
           case when n % 3 = 0 then array['nightly'] else '{}' end, ${signatureVersion}::int, ${signatureVersion}::int
      from generate_series(1, ${runs}::int) n
  `.execute(db);
  await sql`update run_counter set last_number = ${runs} where project_id = ${projectId}`.execute(db);
}

async function writeResults(db: Db, projectId: number, first: number, last: number): Promise<void> {
  await sql`
    insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky,
                        retries, duration_ms, attempt_spans)
    select n.project_id, n.id, 0, t.place, t.id, 0, 0, 0,
           case when fate < 15 then 'failed' when fate between 35 and 39 then 'skipped' else 'passed' end,
           case when fate < 35 then 'failed' when fate between 35 and 39 then 'skipped' else 'passed' end,
           fate between 15 and 34, case when fate between 15 and 34 then 1 else 0 end, 100 + fate,
           case when fate between 15 and 34 then '[[1, 100.5, 0, "failed"], [102, 50, 0, "passed"]]'::jsonb end
      from run n
      join (select id, row_number() over (order by id) - 1 as place from test where project_id = ${projectId}) t
        on t.place / ${testsOfSuite}::int = n.number % ${suites}::int
     cross join lateral (select ${fate} as fate) f
     where n.project_id = ${projectId} and n.number between ${first}::int and ${last}::int
     order by n.number, t.place
  `.execute(db);
}

/** Adds the fields that uploads would have set. */
async function finishRuns(db: Db, projectId: number): Promise<void> {
  await sql`
    update run n
       set passed = r.passed, failed = r.failed, skipped = r.skipped, flaky = r.flaky, first_passed = r.first_passed,
           status = case when r.failed > 1 then 'failed' when n.number % 900 = 3 then 'interrupted' else 'completed' end
      from (select run_id, count(*) filter (where status = 'passed') as passed, count(*) filter (where status = 'failed') as failed,
                   count(*) filter (where status = 'skipped') as skipped, count(*) filter (where flaky) as flaky,
                   count(*) filter (where first_status = 'passed') as first_passed
              from result where project_id = ${projectId} group by run_id) r
     where n.project_id = ${projectId} and n.id = r.run_id
  `.execute(db);
}

/** Writes the counters with one statement per table, because the product's counting would take too long for this number of runs. */
async function writeCounters(db: Db, projectId: number): Promise<void> {
  await sql`update run set counted_day = (started_at at time zone 'UTC')::date where project_id = ${projectId}`.execute(
    db,
  );
  await sql`
    insert into run_day (project_id, day, runs, total, passed, failed, errored, skipped, flaky, first_passed, duration_ms, timed_runs)
    select project_id, counted_day, count(*), sum(total), sum(passed), sum(failed), 0, sum(skipped), sum(flaky), sum(first_passed),
           coalesce(sum(duration_ms), 0), count(duration_ms)
      from run where project_id = ${projectId} group by project_id, counted_day
  `.execute(db);
  await sql`
    insert into series (project_id, suite, environment, branch, framework)
    select distinct project_id, suite, environment, branch, framework from run where project_id = ${projectId}
  `.execute(db);
  const lost = sql`case when r.flaky then 100500 else 0 end`;
  await sql`
    insert into label_set (project_id, hash, tags, facts, first_day, last_day)
    select project_id, sha256(convert_to(jsonb_build_array(to_jsonb(tags), '[]'::jsonb)::text, 'UTF8')), tags, '{}', min(counted_day), max(counted_day)
      from run where project_id = ${projectId} and tags <> '{}' group by project_id, tags
    on conflict (project_id, hash) do nothing
  `.execute(db);
  await sql`
    insert into counted_run (project_id, run_id, number, series_id, started_at, status, commit_sha, duration_ms, total, passed, failed,
                             errored, skipped, flaky, first_passed, quarantined, flaky_us, label_set_id, revision)
    select n.project_id, n.id, n.number, s.id, n.started_at, n.status, n.commit_sha, n.duration_ms, n.total, n.passed, n.failed, 0,
           n.skipped, n.flaky, n.first_passed, 0, n.flaky * 100500::bigint, l.id, 1
      from run n join series s using (project_id, suite, environment, branch, framework)
      left join label_set l on l.project_id = n.project_id and l.tags = n.tags
     where n.project_id = ${projectId}
  `.execute(db);
  await sql`
    insert into run_owner (project_id, run_id, owner, total, passed, failed, skipped, flaky, first_passed, quarantined, flaky_us)
    select r.project_id, r.run_id, t.owner, count(*), count(*) filter (where r.status = 'passed'),
           count(*) filter (where r.status = 'failed'), count(*) filter (where r.status = 'skipped'), count(*) filter (where r.flaky),
           count(*) filter (where r.first_status = 'passed'), 0, sum(${lost})
      from result r join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.project_id = ${projectId} and t.owner is not null
     group by r.project_id, r.run_id, t.owner
  `.execute(db);
  await sql`
    insert into test_day (project_id, test_id, day, series_id, passed, failed, skipped, flaky, timed, duration_us, flaky_us, label_sets)
    select r.project_id, r.test_id, (c.started_at at time zone 'UTC')::date, c.series_id, count(*) filter (where r.status = 'passed'),
           count(*) filter (where r.status = 'failed'), count(*) filter (where r.status = 'skipped'), count(*) filter (where r.flaky),
           count(*) filter (where r.status <> 'skipped'),
           coalesce(sum(round(r.duration_ms::float8 * 1000)::bigint) filter (where r.status <> 'skipped'), 0), sum(${lost}),
           array_agg(distinct c.label_set_id) filter (where c.label_set_id is not null)
      from result r join counted_run c on c.project_id = r.project_id and c.run_id = r.run_id
     where r.project_id = ${projectId}
     group by 1, 2, 3, 4
  `.execute(db);
  await sql`
    insert into test_state (project_id, test_id)
    select distinct d.project_id, d.test_id from test_day d where d.project_id = ${projectId}
  `.execute(db);
  await sql`
    insert into test_activity (project_id, test_id, first_day, last_day, series_id, last_run_id, dirty)
    select d.project_id, d.test_id, min(d.day), max(d.day), l.series_id, l.run_id, true
      from test_day d
      join (select distinct on (suite) s.suite, c.series_id, c.run_id
              from counted_run c join series s on s.project_id = c.project_id and s.id = c.series_id
             where c.project_id = ${projectId} order by s.suite, c.started_at desc) l
        on l.suite = (select suite from series s where s.project_id = d.project_id and s.id = d.series_id)
     where d.project_id = ${projectId}
     group by d.project_id, d.test_id, l.series_id, l.run_id
  `.execute(db);
  await sql`insert into trend_state (project_id, revision) values (${projectId}, 1)`.execute(db);
}

const counters = ["run_day", "counted_run", "run_owner", "test_day", "test_state", "test_activity"] as const;

async function proveCounters(db: Db, projectId: number): Promise<void> {
  while ((await countEndedRuns(db, 200)).runs > 0);
  const counted = await fingerprints(db, projectId);
  for (const table of [...counters, "series", "trend_state"])
    await sql`delete from ${sql.table(table)} where project_id = ${projectId}`.execute(db);
  await writeCounters(db, projectId);
  const written = await fingerprints(db, projectId);
  for (const [table, hash] of counted)
    if (written.get(table) !== hash) throw new Error(`The bench counts ${table} otherwise than Plumb does.`);
}

/**
 * Returns the contents of the counter tables, independent of series numbers and label set order. A test's executions are counted
 * when it is evaluated.
 */
async function fingerprints(db: Db, projectId: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of counters) {
    const row: RawBuilder<unknown> = sql`
      (to_jsonb(c) - 'series_id' - 'revision' - 'executions' || jsonb_build_object('series', (
        select jsonb_build_array(s.suite, s.environment, s.branch, s.framework) from series s
         where s.project_id = c.project_id and s.id = (to_jsonb(c) ->> 'series_id')::bigint), 'label_sets', (
        select jsonb_agg(l order by l) from jsonb_array_elements(nullif(to_jsonb(c) -> 'label_sets', 'null')) l)))::text`;
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as hash
        from (select ${row} as row from ${sql.table(table)} c where c.project_id = ${projectId}) r
    `.execute(db);
    found.set(table, rows[0]?.hash ?? "");
  }
  return found;
}
