import { sql } from "kysely";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

/**
 * Writes the uploads of 30 days and their runs directly into the database. Every tenth run has two shards. No server may use an embedded database at
 * the same time.
 */
export async function seedUploads(location: DatabaseLocation, projectId: number, count: number): Promise<void> {
  await using database = await openDatabaseAt(location);
  const { db } = database;
  await sql`
    insert into run (project_id, number, key, build, suite, framework, environment, branch, status, started_at, last_event_at,
                     shard_total, total)
    select ${projectId}::bigint, n, 'bench-' || n, 'build-' || n, 'suite ' || n % 20, 'junit', 'staging', 'main', 'completed', at, at,
           case when n % 10 = 0 then 2 else 1 end, 200
      from (select n, now() - (${count}::integer - n) * interval '30 days' / ${count}::integer as at
              from generate_series(1, ${count}::integer) n) made
  `.execute(db);
  await sql`
    insert into arrival (project_id, received_at, ended_at, way, state, key_id, sender, branch, build, name, file_count, bytes, tests,
                         files, verdict_count, search_text)
    select project_id, started_at, started_at, 'file', (array['accepted', 'accepted', 'problems', 'rejected', 'duplicate'])[1 + number % 5],
           number % 7 + 1, 'Key ' || number % 7, branch, build, 'out/results-' || number || '.xml', 1, 48000, 200,
           jsonb_build_array(jsonb_build_object('name', 'out/results-' || number || '.xml', 'verdict', 'imported', 'format', 'junit',
             'reportId', id, 'tests', 200, 'reason', null, 'bytes', 48000)),
           1, 'out/results-' || number || chr(10) || build || chr(10) || suite || chr(10) || branch
      from run where project_id = ${projectId} order by id
  `.execute(db);
  await sql`
    insert into upload (project_id, run_id, file_name, format, content_hash, bytes, shard, status, writer, tests, arrival_id)
    select r.project_id, r.id, a.name, 'junit', decode(md5(a.name), 'hex'), 48000, case when r.shard_total > 1 then 1 end, 'recorded',
           1, 200, a.id
      from run r join arrival a on a.project_id = r.project_id and a.build = r.build
     where r.project_id = ${projectId}
  `.execute(db);
  await sql`
    insert into arrival_run (project_id, arrival_id, run_id, number, suite)
    select r.project_id, u.arrival_id, r.id, r.number, r.suite
      from run r join upload u on u.project_id = r.project_id and u.run_id = r.id
     where r.project_id = ${projectId}
  `.execute(db);
  for (const table of ["run", "arrival", "upload", "arrival_run"])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
