import { sql } from "kysely";
import { seedFailures } from "./seed-failures.ts";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

/**
 * Writes the data of a weekly report directly into the database: failures of 90 days (one per five tests), evaluated tests (1 % flaky, 0.5 % broken,
 * 2 % slower than before), state changes of 20 weeks, quarantines, and items that are due. No server may use an embedded database at the same time.
 */
export async function seedWeek(location: DatabaseLocation, projectId: number, tests: number): Promise<void> {
  await seedFailures(location, projectId, Math.round(tests / 5));
  await using database = await openDatabaseAt(location);
  const { db } = database;
  const project = sql`${projectId}::bigint`;
  await sql`
    insert into series (project_id, suite, environment, branch, framework)
    select distinct project_id, suite, environment, branch, framework from run where project_id = ${project}
  `.execute(db);
  await sql`
    insert into counted_run (project_id, run_id, number, series_id, started_at, status, commit_sha, duration_ms, total, passed, failed,
                             errored, skipped, flaky, first_passed, quarantined, flaky_us, revision)
    select n.project_id, n.id, n.number, s.id, n.started_at, n.status, n.commit_sha, n.duration_ms, n.total, n.total - n.failed, n.failed,
           0, 0, 0, n.total - n.failed, 0, 0, 1
      from run n join series s using (project_id, suite, environment, branch, framework)
     where n.project_id = ${project}
  `.execute(db);
  await sql`update run set counted_day = (started_at at time zone 'UTC')::date where project_id = ${project}`.execute(
    db,
  );
  await sql`insert into trend_state (project_id, revision) values (${project}, 1)`.execute(db);
  await sql`
    insert into test (project_id, key, file, title_path, variant, search_text, first_run_id, owner_hand)
    select ${project}, md5('week test ' || n)::uuid, 'tests/week-' || n % 900 || '.spec.ts', array['week ' || n % 900, 'stays ' || n], '',
           'stays ' || n, 0, case when n % 9 < 8 then 'team-' || n % 9 end
      from generate_series(1, ${tests}::int) n
  `.execute(db);
  await sql`
    insert into test_activity (project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, durations_day)
    select t.project_id, t.id, current_date - 90, current_date - (t.id % 20)::int, (select min(id) from series where project_id = ${project}) + t.id % 20, 1, 20, false,
           current_date
      from test t where t.project_id = ${project}
  `.execute(db);
  await sql`
    insert into test_state (project_id, test_id, counts_until, state, state_since, score, cost_us, recent_us, before_us)
    select t.project_id, t.id, current_date + 14, case when t.id % 200 = 0 then 'broken' when t.id % 100 = 1 then 'flaky' else 'healthy' end,
           now() - t.id % 90 * interval '1 day', case when t.id % 100 = 1 then t.id % 97 else 0 end, t.id % 9973 * 1000,
           1000 + t.id * 7919 % 60000000, case when t.id % 50 = 7 then 500 else 60000000 end
      from test t where t.project_id = ${project}
  `.execute(db);
  await sql`
    insert into test_state_change (project_id, test_id, from_state, to_state, at, noted_at)
    select ${project}, t.id, (array['healthy', 'flaky', 'broken'])[1 + t.id % 3], (array['flaky', 'broken', 'healthy'])[1 + t.id % 3],
           now() - t.id % 140 * interval '1 day', now()
      from test t where t.project_id = ${project} and t.id % 20 = 0
  `.execute(db);
  await sql`
    insert into quarantine (project_id, test_id, kind, reason, starts_at, ends_at, released_at, released_why)
    select ${project}, t.id, 'quarantine', 'known', now() - interval '100 days', now() - t.id % 90 * interval '1 day',
           now() - t.id % 90 * interval '1 day', case when t.id % 400 = 0 then 'expired' else 'clean_runs' end
      from test t where t.project_id = ${project} and t.id % 200 = 0
  `.execute(db);
  await sql`
    insert into annotation (project_id, title, message, type, priority, status, search_text, due_date, created_name, created_at, updated_at, status_at)
    select ${project}, 'item ' || n, 'text', 'issue', 'high', case when n % 4 = 0 then 'open' else 'resolved' end, 'item', current_date - 60 + n % 90,
           'somebody', now(), now(), now()
      from generate_series(1, 20000) n
  `.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}
