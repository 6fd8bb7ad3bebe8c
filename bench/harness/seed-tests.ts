import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { sql } from "kysely";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

const suites = 40;
const days = 90;

/**
 * Writes evaluated tests directly into the database. One test in a hundred is flaky, one in two hundred is broken, and one in ten has no owner. Each
 * test last ran in the latest of the `days` runs of its suite; the first test has a counter for each day. No server may use an embedded database at
 * the same time.
 *
 * @returns The id of the first test.
 */
export async function seedTests(location: DatabaseLocation, projectId: number, count: number): Promise<number> {
  await using database = await openDatabaseAt(location);
  const { db } = database;
  await sql`
    insert into run (project_id, number, key, suite, framework, environment, branch, commit_sha, status, started_at, duration_ms,
                     total, passed, first_passed, signature_version, gathered_version, counted_day)
    select ${projectId}::bigint, n, 'seeded ' || n, 'suite-' || n % ${suites}::int, 'playwright', 'staging', 'main', md5(n::text),
           'completed', at, 60000, 1, 1, 1, ${signatureVersion}::int, ${signatureVersion}::int, (at at time zone 'UTC')::date
      from generate_series(1, ${suites * days}::int) n
     cross join lateral (select now() - interval '1 minute' - (${suites * days}::int - n) * (interval '90 days' / ${suites * days}::int) as at) t
  `.execute(db);
  await sql`update run_counter set last_number = ${suites * days} where project_id = ${projectId}`.execute(db);
  await sql`
    insert into series (project_id, suite, environment, branch, framework)
    select distinct project_id, suite, environment, branch, framework from run where project_id = ${projectId}
  `.execute(db);
  await sql`
    insert into counted_run (project_id, run_id, number, series_id, started_at, status, commit_sha, duration_ms, total, passed,
                             failed, errored, skipped, flaky, first_passed, quarantined, flaky_us, revision)
    select n.project_id, n.id, n.number, s.id, n.started_at, n.status, n.commit_sha, n.duration_ms, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1
      from run n join series s using (project_id, suite, environment, branch, framework)
     where n.project_id = ${projectId}
  `.execute(db);
  await sql`insert into trend_state (project_id, revision) values (${projectId}, 1)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into test (project_id, key, file, title_path, variant, search_text, first_run_id, owner_hand)
      select ${projectId}::bigint, md5('bench test ' || n)::uuid, file, array['part ' || n % 20, title], variant,
             file || ' part ' || n % 20 || ' ' || title || ' ' || variant, 0, case when n % 10 > 0 then 'team-' || n % 9 end
        from generate_series(0, ${count - 1}::int) n
       cross join lateral (select 'tests/' || (array['checkout', 'login', 'search', 'basket'])[1 + n % 4] || '/part-' || n / 50
                                  || '.spec.ts' as file,
                                  'keeps order number-' || n as title,
                                  (array['chromium', 'firefox', 'webkit'])[1 + n % 3] as variant) t
      returning id
    ) select min(id) as id from written
  `.execute(db);
  const first = rows[0]?.id ?? 0;
  await sql`
    insert into test_state (project_id, test_id, counts_until, state, state_since, score, cost_us, recent_us, before_us)
    select t.project_id, t.id, current_date + 14,
           case when n % 100 = 0 then 'flaky' when n % 200 = 1 then 'broken' else 'healthy' end,
           now() - (n % 80) * interval '1 day', case when n % 100 = 0 then 5 + n % 60 else 0 end, (1 + n % 97) * 1000000::bigint,
           100000 + n * 7919::bigint % 60000000, 100000 + n * 104729::bigint % 60000000
      from (select project_id, id, id - ${first}::bigint as n from test where project_id = ${projectId}) t
  `.execute(db);
  await sql`
    insert into test_activity (project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, durations_day)
    select t.project_id, t.id, current_date - 89, current_date, l.series_id, l.run_id, 90, false, current_date
      from (select project_id, id, id - ${first}::bigint as n from test where project_id = ${projectId}) t
      join (select distinct on (series_id) series_id, run_id, row_number() over (order by series_id) as place from (
              select series_id, max(run_id) as run_id from counted_run where project_id = ${projectId} group by series_id) m) l
        on l.place = 1 + t.n % ${suites}::int
  `.execute(db);
  await sql`
    insert into test_day (project_id, test_id, day, series_id, passed, failed, skipped, flaky, timed, duration_us, flaky_us)
    select s.project_id, s.test_id, current_date - n, s.series_id, 1, 0, 0, 0, 1, 60000000, 0
      from test_activity s, generate_series(0, ${days - 1}::int) n where s.project_id = ${projectId} and s.test_id = ${first}
  `.execute(db);
  await sql`
    insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky,
                        retries, duration_ms)
    select project_id, run_id, 0, 0, ${first}::bigint, 0, 0, 0, 'passed', 'passed', false, 0, 60000
      from counted_run where project_id = ${projectId}
        and series_id = (select series_id from test_activity where project_id = ${projectId} and test_id = ${first})
  `.execute(db);
  await sql`vacuum (analyze)`.execute(db);
  return first;
}
