import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "./batch.ts";
import { undecidedRank } from "./result-values.ts";

/** Stored form of a test id: 128 bits of its SHA-256 as a UUID. */
export function streamKey(id: string): string {
  const hex = createHash("sha256").update(id).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** A test of a live source that already has a result in the run. */
export interface LiveTest {
  readonly resultId: number;
  readonly decided: boolean;
}

/** Identifies a test of a live source. */
export interface NamedTest {
  readonly sourceId: number;
  readonly key: string;
}

/** Returns the key of a test for a map. */
export function nameOf({ sourceId, key }: NamedTest): string {
  return `${sourceId} ${key}`;
}

/** Returns two arrays for `unnest`: source ids and test keys. */
export function columnsOf(tests: readonly NamedTest[]) {
  const sources = numbers(tests.map(({ sourceId }) => sourceId));
  return sql`${sources}::bigint[], ${texts(tests.map(({ key }) => key))}::uuid[]`;
}

/** Returns the known tests by `nameOf`. A test is unknown until its first event is stored. */
export async function liveTests(
  db: Db,
  projectId: number,
  tests: readonly NamedTest[],
): Promise<Map<string, LiveTest>> {
  if (tests.length === 0) return new Map();
  // One lookup by key per test, regardless of the planner's estimate for this growing table.
  const { rows } = await sql<LiveTest & NamedTest>`
    select given.upload_id as "sourceId", given.key::text as key, t.result_id as "resultId", t.decided
      from unnest(${columnsOf(tests)}) as given (upload_id, key)
     cross join lateral (
             select result_id, decided from live_test
              where project_id = ${opaqueProjectId(projectId)} and upload_id = given.upload_id and stream_id = given.key
             offset 0) t
  `.execute(db);
  return new Map(rows.map(({ resultId, decided, ...test }) => [nameOf(test), { resultId, decided }]));
}

/** A test of a live source with its result. */
export interface RecordedTest extends NamedTest, LiveTest {
  readonly runId: number;
}

/** Stores the results of these tests. Files that arrived earlier are attached to them. */
export async function recordLiveTests(
  transaction: Db,
  projectId: number,
  tests: readonly RecordedTest[],
): Promise<void> {
  if (tests.length === 0) return;
  await sql`
    with given as (
      select * from unnest(${columnsOf(tests)}, ${numbers(tests.map(({ runId }) => runId))}::bigint[],
                           ${numbers(tests.map(({ resultId }) => resultId))}::bigint[], ${booleans(tests.map(({ decided }) => decided))}::boolean[])
                    as given (upload_id, key, run_id, result_id, decided)
    ), noted as (
      insert into live_test (project_id, upload_id, stream_id, run_id, result_id, decided)
      select ${projectId}, upload_id, key, run_id, result_id, decided from given
      on conflict (project_id, upload_id, stream_id) do update set result_id = excluded.result_id, decided = excluded.decided
    ), found as (
      delete from live_file f using given
       where f.project_id = ${opaqueProjectId(projectId)} and f.upload_id = given.upload_id and f.stream_id = given.key
      returning f.artifact_id, given.result_id
    ), moved as (
      update artifact a set result_id = found.result_id from found where a.project_id = ${opaqueProjectId(projectId)} and a.id = found.artifact_id
      returning a.run_id
    ) update run r set output_count = r.output_count - gone.count
        from (select run_id, count(*)::integer as count from moved group by run_id) gone
       where r.project_id = ${projectId} and r.id = gone.run_id
  `.execute(transaction);
}

/** A started or announced test with waiting events, with the fields of its result. */
export interface OpenLiveTest {
  readonly key: string;
  /** `null` if the test was never identified. */
  readonly resultId: number | null;
  readonly status: "announced" | "running" | null;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
  readonly browser: string | null;
  readonly author: string | null;
}

/**
 * Returns the next tests of a source after the key `after` that are running or have waiting events, ordered by key. Running results are few, so they
 * are read first and then their tests; any other join order would read all announced tests for each of them.
 */
export async function openLiveTests(
  db: Db,
  { projectId, runId, sourceId }: BatchTarget,
  after: string,
  limit: number,
): Promise<OpenLiveTest[]> {
  const { rows } = await sql<OpenLiveTest>`
    select open.key::text as key, r.id as "resultId", r.status, t.file, coalesce(t.title_path, '{}') as "titlePath",
           coalesce(t.variant, '') as variant, coalesce(t.tags, '{}') as tags, r.browser, r.author
      from (select stream_id as key from live_event
             where project_id = ${projectId} and upload_id = ${sourceId} and stream_id > ${after}::uuid
             union
            select l.stream_id
              from (select id from result
                     where project_id = ${opaqueProjectId(projectId)} and run_id = ${runId} and rank = ${undecidedRank} and status = 'running'
                    offset 0) r
             cross join lateral (
                    select stream_id from live_test
                     where run_id = ${runId} and result_id = r.id and project_id = ${opaqueProjectId(projectId)} and upload_id = ${sourceId}
                       and not decided and stream_id > ${after}::uuid
                    offset 0) l
             order by key limit ${limit}) open
      left join live_test l on l.project_id = ${projectId} and l.upload_id = ${sourceId} and l.stream_id = open.key
      left join result r on r.project_id = ${projectId} and r.id = l.result_id
      left join test t on t.project_id = ${projectId} and t.id = r.test_id
     order by open.key
  `.execute(db);
  return rows;
}

/**
 * Marks announced tests that never started as skipped ("Did not run"). If such a test superseded a result of an earlier source, that result counts
 * again. Returns the number of these tests; the caller recounts the run.
 */
export async function skipAnnounced(transaction: Db, { projectId, runId, sourceId }: BatchTarget): Promise<number> {
  const { rows: restored } = await sql<{ testId: number; occurrence: number }>`
    delete from result
     where project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId} and status = 'announced' and generation > 0
       and superseded_by is null
    returning test_id as "testId", occurrence
  `.execute(transaction);
  if (restored.length > 0)
    await sql`
      update result r set superseded_by = null
        from unnest(${numbers(restored.map(({ testId }) => testId))}::bigint[], ${numbers(restored.map(({ occurrence }) => occurrence))}::smallint[])
             as given (test_id, occurrence)
       where r.project_id = ${opaqueProjectId(projectId)} and r.run_id = ${runId} and r.test_id = given.test_id and r.occurrence = given.occurrence
         and r.superseded_by = ${sourceId}
    `.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    with skipped as (
      update result set status = 'skipped', first_status = 'skipped', rank = 4, error_line = 'Did not run'
       where project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId} and status = 'announced'
         and superseded_by is null
      returning 1
    ) select count(*)::integer as count from skipped
  `.execute(transaction);
  return restored.length + (rows[0]?.count ?? 0);
}

/** Marks unfinished tests of a source as skipped when another source replaces it. */
export async function skipUnfinishedTests(transaction: Db, target: BatchTarget): Promise<void> {
  const { projectId, runId, sourceId } = target;
  await skipAnnounced(transaction, target);
  await sql`
    update result set status = 'skipped', first_status = 'skipped', rank = 4, error_line = 'Interrupted: its reporter broke off'
     where project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId} and status = 'running'
  `.execute(transaction);
  await forgetLive(transaction, target);
}

/** Returns the first names and the total number of files whose tests never arrived. */
export async function unclaimedFiles(
  db: Db,
  { projectId, sourceId }: BatchTarget,
  named: number,
): Promise<{ names: string[]; count: number }> {
  const { rows } = await sql<{ name: string; count: number }>`
    select a.name, (count(*) over ())::integer as count
      from live_file f
      join artifact a on a.project_id = f.project_id and a.id = f.artifact_id
     where f.project_id = ${projectId} and f.upload_id = ${sourceId}
     order by f.id limit ${named}
  `.execute(db);
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 };
}

type LiveScope = Pick<BatchTarget, "projectId" | "runId" | "sourceId">;

const forgottenAtOnce = 5000;

/** Deletes part of the temporary data of a completed source. Returns true when nothing is left. */
export async function forgetSomeLive(db: Db, { projectId, runId, sourceId }: LiveScope): Promise<boolean> {
  const ofSource = sql`project_id = ${projectId} and upload_id = ${sourceId}`;
  const ofRun = sql`project_id = ${projectId} and run_id = ${runId}
    and exists (select from run where project_id = ${projectId} and id = ${runId} and status <> 'running')`;
  const some = (table: string, theirs: RawBuilder<unknown>) => sql`
    delete from ${sql.table(table)}
     where ctid = any(array(select ctid from ${sql.table(table)} where ${theirs} limit ${forgottenAtOnce})) and project_id = ${projectId}
    returning 1`;
  const { rows } = await sql<{ max: number }>`
    with events as (${some("live_event", ofSource)}), files as (${some("live_file", ofSource)}),
         tests as (${some("live_test", ofSource)}), changes as (${some("live_change", ofRun)})
    select greatest((select count(*) from events), (select count(*) from files), (select count(*) from tests),
                    (select count(*) from changes))::integer as max
  `.execute(db);
  return rows[0]?.max !== forgottenAtOnce;
}

/** All of it. */
async function forgetLive(db: Db, scope: LiveScope): Promise<void> {
  while (!(await forgetSomeLive(db, scope)));
}
