import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { sql } from "kysely";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

const seededRuns = 5000;
const tests = 20_000;
const signatures = 3000;
const groups = 2000;

/** Values of the filters that the failures have. Every tenth test also fails in a second browser. */
export const seededFilters = {
  suite: Array.from({ length: 20 }, (_, index) => `suite-${index}`),
  environment: ["staging", "prod", "preview"],
  branch: Array.from({ length: 50 }, (_, index) => (index === 0 ? "main" : `feature/${index}`)),
  framework: ["playwright", "junit"],
  browser: ["chromium", "firefox", "webkit"],
  tag: ["nightly", "smoke"],
  owner: Array.from({ length: 20 }, (_, index) => `@team-${index}`),
} as const;

/**
 * Writes failures of 90 days directly into the database: 5,000 runs, 20,000 tests and 2,000 causes, some of which have very many failures. The last
 * run is a minute old. No server may use an embedded database at the same time.
 */
export async function seedFailures(location: DatabaseLocation, projectId: number, count: number): Promise<void> {
  await using database = await openDatabaseAt(location);
  const { db } = database;
  const run = sql`select id, number, started_at, row_number() over (order by number) - 1 as place from run where project_id = ${projectId}`;
  await sql`
    insert into run (project_id, number, key, suite, framework, environment, branch, tags, commit_sha, status, started_at, duration_ms,
                     total, failed, signature_version, gathered_version)
    select ${projectId}::bigint, n, 'seeded ' || n, 'suite-' || n % 20, case when n % 4 = 0 then 'junit' else 'playwright' end,
           (array['staging', 'prod', 'preview'])[1 + n % 3], case when n % 2 = 0 then 'main' else 'feature/' || 1 + n % 49 end,
           case when n % 5 = 0 then array['nightly'] else '{}' end, md5(n::text), 'failed',
           now() - interval '1 minute' - (${seededRuns} - n) * interval '90 days' / ${seededRuns}, 1000, ${tests}, 200,
           ${signatureVersion}, ${signatureVersion}
      from generate_series(1, ${seededRuns}::int) n
  `.execute(db);
  await sql`
    insert into suite_state (project_id, suite, environment, branch, run_id, started_at, latest_run_id, latest_started_at, red)
    select distinct on (suite, environment, branch) project_id, suite, environment, branch, id, started_at, id, started_at, true
      from run where project_id = ${projectId} order by suite, environment, branch, started_at desc
  `.execute(db);
  await sql`
    insert into test (project_id, key, file, title_path, variant, search_text, first_run_id, tags, owner_hand)
    select ${projectId}::bigint, md5('test ' || n)::uuid, 'tests/area-' || n % 400 || '.spec.ts',
           array['area ' || n % 400, 'order ' || n || ' is kept'], 'chromium',
           'tests/area-' || n % 400 || '.spec.ts area ' || n % 400 || ' order ' || n || ' is kept chromium', 0,
           case when n % 7 = 0 then array['smoke'] else '{}' end, '@team-' || n % 20
      from generate_series(1, ${tests}::int) n
  `.execute(db);
  await sql`
    insert into failure_group (project_id, class, sub_class, confidence, decided_by, decided_name, revision)
    select ${projectId}::bigint, (array['Application Defect', 'Test Data Issue', 'Automation Script Error', 'Environment Issue', 'Unknown', null])[1 + n % 6],
           (array['A1', 'D1', 'S1', 'E1', 'U1', null])[1 + n % 6], 0.8, 'model', '1', 1
      from generate_series(1, ${groups}::int) n
  `.execute(db);
  await sql`
    insert into failure_signature (project_id, signature, version, group_id, placed_by, block, outline, message, framework, title,
                                   verdict, occurrences, first_seen, last_seen, first_run, last_run, revision)
    select ${projectId}::bigint, substr(md5('signature ' || n), 1, 16), ${signatureVersion}, g.id, 'engine', 'block ' || n,
           jsonb_build_object('anchors', '{}'::jsonb, 'text', 'order ' || n || ' was not kept'),
           'Error: order ' || n || ' was not kept', 'playwright', 'order', '{"evidence": [], "alternatives": []}'::jsonb,
           1, now() - interval '90 days', now(), jsonb_build_object('id', r.id, 'number', r.number, 'commit', null),
           jsonb_build_object('id', r.id, 'number', r.number, 'commit', null), 1
      from generate_series(1, ${signatures}::int) n
      join (select id, row_number() over (order by id) as place from failure_group where project_id = ${projectId}) g
        on g.place = 1 + n % ${groups}::int
      join (${run}) r on r.place = n % ${seededRuns}::int
  `.execute(db);
  const batch = 100_000;
  for (let first = 0; first < count; first += batch) {
    const failed = sql`
      select n, r.id as run_id, r.started_at as at, t.id as test_id, s.id as signature_id
        from generate_series(${first}::int, ${Math.min(count, first + batch) - 1}::int) n
        join (${run}) r on r.place = n::bigint * ${seededRuns} / ${count}
        join (select id, row_number() over (order by id) - 1 as place from test where project_id = ${projectId}) t
          on t.place = n::bigint * 7919 % ${tests}
        join (select id, row_number() over (order by id) - 1 as place from failure_signature where project_id = ${projectId}) s
          on s.place = (n::bigint * 7919 % ${tests}) * (n::bigint * 7919 % ${tests}) % ${signatures}`;
    await sql`
      with failed as materialized (${failed}), results as (
        insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky, retries, error_line,
                            browser)
        select ${projectId}::bigint, run_id, 0, n, test_id, n % 1000, 0, 0, 'failed', 'failed', false, 0, 'Error: order was not kept',
               (array['chromium', 'firefox', 'webkit'])[1 + (test_id + case when test_id % 10 = 0 then n % 2 else 0 end) % 3]
          from failed order by n
        returning id, seq, browser
      )
      insert into failure (project_id, run_id, history_key, result_id, test_id, signature_id, flaky, failed_at, revision)
      select ${projectId}::bigint, run_id, r.history_key, results.id, test_id, signature_id, false, at + n % 600 * interval '1 millisecond', 1
        from failed join results on results.seq = failed.n join run r on r.project_id = ${projectId} and r.id = failed.run_id
       order by n
    `.execute(db);
  }
  await sql`insert into failure_state (project_id, revision) values (${projectId}, 1)`.execute(db);
  await sql`update run_counter set last_number = ${seededRuns} where project_id = ${projectId}`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}
