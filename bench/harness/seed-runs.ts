import { sql } from "kysely";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

/** Values that three of 100,000 runs have. */
export const rare = { suite: "rare-suite", author: "Rare Author", environment: "moon", owner: "@rare" } as const;
/** Author of tests in the first two fifths of the runs only. */
export const formerAuthor = "Former Author";

/**
 * Writes runs without tests: 40 suites, 4 environments, 3 frameworks, a branch for every twentieth, 4 of 300 authors, one of 200 committers, a pull
 * request for every tenth, 6 of 60 owners with failures in every seventh, and some rare values. Writes directly to the database, because uploads
 * would take an hour. No server may use an embedded database at the same time.
 */
export async function seedRuns(location: DatabaseLocation, projectId: number, count: number): Promise<void> {
  await using database = await openDatabaseAt(location);
  const { db } = database;
  const batch = 10_000;
  for (let first = 1; first <= count; first += batch) {
    await sql`
      insert into run (project_id, number, key, suite, framework, environment, branch, commit_sha, status, started_at,
                       duration_ms, total, passed, failed, authors, tags, metadata, commit_author, pull_request)
      select ${projectId}::bigint, n, 'seeded ' || n,
             case when n % 33333 = 1 then ${rare.suite} else 'suite-' || n % 40 end,
             (array['playwright', 'cypress', 'junit'])[1 + n % 3],
             case when n % 33333 = 7 then ${rare.environment} else (array['staging', 'production', 'qa', 'dev'])[1 + n / 40 % 4] end,
             case when n % 5 = 0 then 'feature/' || n / 20 else 'main' end, md5(n::text),
             case when n % 9000 = 3 then 'interrupted' when n % 4 = 0 then 'failed' else 'completed' end,
             timestamptz '2025-01-01' + n * interval '5 minutes',
             case when n % 50 = 0 then null else 1000 + n * 7919::bigint % 600000 end, 100, 100 - n % 7, n % 7,
             case when n % 33333 = 11 then array[${rare.author}::text]
                  else array['author ' || n % 300, 'author ' || (n + 7) % 300, 'Everybody',
                             case when n < ${0.4 * count} then ${formerAuthor}::text else 'Newcomer' end] end,
             array['t' || n % 10], '{"os": "linux", "node": "24"}', 'committer ' || n % 200,
             case when n % 10 = 0 then (n / 10)::text end
        from generate_series(${first}::int, ${Math.min(count, first + batch - 1)}::int) n
    `.execute(db);
  }
  await sql`
    insert into author (project_id, name)
    select distinct ${projectId}::bigint, name from run, unnest(authors) name where project_id = ${projectId}
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into run_owner (project_id, run_id, owner, total, passed, failed, skipped, flaky, first_passed, quarantined, flaky_us)
    select project_id, id, case when number % 33333 = 13 and k = 0 then ${rare.owner} else '@team-' || (number + k * 11) % 60 end,
           16, 15, case when number % 7 = k or number % 33333 = 13 then 1 else 0 end, 0, 0, 15, 0, 0
      from run, generate_series(0, 5) k where project_id = ${projectId}
  `.execute(db);
  await sql`update run_counter set last_number = ${count} where project_id = ${projectId}`.execute(db);
  // Done by autovacuum, or by the maintenance job of the embedded database.
  await sql`vacuum (analyze) run`.execute(db);
  await sql`vacuum (analyze) run_owner`.execute(db);
}
