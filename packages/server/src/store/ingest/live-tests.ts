import { createHash } from "node:crypto";
import { sql } from "kysely";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "#store/ingest/recording.ts";

/** The id of a test in its stream, as it is kept: 128 bits of its SHA-256, written as a UUID. */
export function streamKey(id: string): string {
  const hex = createHash("sha256").update(id).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** A test of a live source that the run has a result of. */
export interface LiveTest {
  readonly resultId: number;
  readonly decided: boolean;
}

/** What is known of these tests, by their keys; those that were only heard of are not in it. */
export async function liveTests(
  db: Db,
  { projectId, uploadId }: BatchTarget,
  keys: readonly string[],
): Promise<Map<string, LiveTest>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<LiveTest & { key: string }>`
    select stream_id::text as key, result_id as "resultId", decided from live_test
     where project_id = ${projectId} and upload_id = ${uploadId} and stream_id = any(${keys}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ key, resultId, decided }) => [key, { resultId, decided }]));
}

/** Notes which results these tests have. Files that came before them become theirs. */
export async function noteLiveTests(
  transaction: Db,
  { projectId, runId, uploadId }: BatchTarget,
  tests: readonly (LiveTest & { readonly key: string })[],
): Promise<void> {
  if (tests.length === 0) return;
  const keys = texts(tests.map(({ key }) => key));
  await sql`
    insert into live_test (project_id, upload_id, stream_id, run_id, result_id, decided)
    select ${projectId}, ${uploadId}, key, ${runId}, result_id, decided
      from unnest(${keys}::uuid[], ${numbers(tests.map(({ resultId }) => resultId))}::bigint[],
                  ${booleans(tests.map(({ decided }) => decided))}::boolean[]) as given (key, result_id, decided)
    on conflict (project_id, upload_id, stream_id) do update set result_id = excluded.result_id, decided = excluded.decided
  `.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    with found as (
      delete from live_file f
       where f.project_id = ${projectId} and f.upload_id = ${uploadId} and f.stream_id = any(${keys}::uuid[])
      returning artifact_id, stream_id
    ), moved as (
      update artifact a set result_id = t.result_id
        from found
        join live_test t on t.project_id = ${projectId} and t.upload_id = ${uploadId} and t.stream_id = found.stream_id
       where a.project_id = ${projectId} and a.id = found.artifact_id
      returning 1
    ) select count(*)::integer as count from moved
  `.execute(transaction);
  const moved = rows[0]?.count ?? 0;
  if (moved > 0)
    await sql`
      update run set output_count = output_count - ${moved} where project_id = ${projectId} and id = ${runId}
    `.execute(transaction);
}

/** What came for a test that is not decided yet, packed. */
export interface WaitingEvents {
  readonly key: string;
  /** Before they were packed. */
  readonly bytes: number;
  readonly events: Uint8Array;
}

/** What waits for these tests, in the order in which it came. */
export async function waitingEvents(
  db: Db,
  { projectId, uploadId }: BatchTarget,
  keys: readonly string[],
): Promise<WaitingEvents[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<WaitingEvents>`
    select stream_id::text as key, bytes, events from live_event
     where project_id = ${projectId} and upload_id = ${uploadId} and stream_id = any(${keys}::uuid[])
     order by id
  `.execute(db);
  return rows;
}

/** How many bytes wait for each of these tests. */
export async function waitingSizes(
  db: Db,
  { projectId, uploadId }: BatchTarget,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; bytes: number }>`
    select stream_id::text as key, sum(bytes)::integer as bytes from live_event
     where project_id = ${projectId} and upload_id = ${uploadId} and stream_id = any(${keys}::uuid[])
     group by stream_id
  `.execute(db);
  return new Map(rows.map(({ key, bytes }) => [key, bytes]));
}

/** Lets go what waited for tests that are decided, and keeps what came for others. */
export async function moveWaiting(
  transaction: Db,
  { projectId, runId, uploadId }: BatchTarget,
  decided: readonly string[],
  kept: readonly WaitingEvents[],
): Promise<void> {
  let freed = 0;
  if (decided.length > 0) {
    const { rows } = await sql<{ bytes: number }>`
      with gone as (
        delete from live_event
         where project_id = ${projectId} and upload_id = ${uploadId} and stream_id = any(${decided}::uuid[])
        returning bytes
      ) select coalesce(sum(bytes), 0)::integer as bytes from gone
    `.execute(transaction);
    freed = rows[0]?.bytes ?? 0;
  }
  if (kept.length > 0)
    await sql`
      insert into live_event (project_id, run_id, upload_id, stream_id, bytes, events)
      select ${projectId}, ${runId}, ${uploadId}, key, bytes, decode(events, 'base64')
        from unnest(${texts(kept.map(({ key }) => key))}::uuid[], ${numbers(kept.map(({ bytes }) => bytes))}::integer[],
                    ${texts(kept.map(({ events }) => Buffer.from(events).toString("base64")))}::text[]) as given (key, bytes, events)
    `.execute(transaction);
  const change = kept.reduce((sum, { bytes }) => sum + bytes, 0) - freed;
  if (change !== 0)
    await sql`
      update upload set waiting_bytes = greatest(0, waiting_bytes + ${change}) where project_id = ${projectId} and id = ${uploadId}
    `.execute(transaction);
}

/** A test that began or was announced, and for which something waits; as much as its result says of it. */
export interface OpenLiveTest {
  readonly key: string;
  /** Null: nothing ever said which test this is. */
  readonly resultId: number | null;
  readonly status: "announced" | "running" | null;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
  readonly browser: string | null;
  readonly author: string | null;
}

/** Tests of a source that are running, or for which something waits: those whose key is greater, in their order. */
export async function openLiveTests(
  db: Db,
  { projectId, runId, uploadId }: BatchTarget,
  after: string,
  limit: number,
): Promise<OpenLiveTest[]> {
  const { rows } = await sql<OpenLiveTest>`
    select open.key::text as key, r.id as "resultId", r.status, t.file, coalesce(t.title_path, '{}') as "titlePath",
           coalesce(t.variant, '') as variant, coalesce(t.tags, '{}') as tags, r.browser, r.author
      from (select stream_id as key from live_event
             where project_id = ${projectId} and upload_id = ${uploadId} and stream_id > ${after}::uuid
             union
            select l.stream_id from live_test l
              join result r on r.project_id = l.project_id and r.id = l.result_id and r.status = 'running'
             where l.project_id = ${projectId} and l.upload_id = ${uploadId} and not l.decided and l.stream_id > ${after}::uuid
             order by key limit ${limit}) open
      left join live_test l on l.project_id = ${projectId} and l.upload_id = ${uploadId} and l.stream_id = open.key
      left join result r on r.project_id = ${projectId} and r.run_id = ${runId} and r.id = l.result_id
      left join test t on t.project_id = ${projectId} and t.id = r.test_id
     order by open.key
  `.execute(db);
  return rows;
}

/**
 * What a source announced and never began is skipped: "Did not run". Where an earlier source of the run had such a test, that
 * one's result counts again. Returns how many there were; the caller counts the run anew.
 */
export async function skipAnnounced(transaction: Db, { projectId, runId, uploadId }: BatchTarget): Promise<number> {
  const { rows: restored } = await sql<{ testId: number; occurrence: number }>`
    delete from result
     where project_id = ${projectId} and run_id = ${runId} and upload_id = ${uploadId} and status = 'announced' and generation > 0
       and superseded_by is null
    returning test_id as "testId", occurrence
  `.execute(transaction);
  if (restored.length > 0)
    await sql`
      update result r set superseded_by = null
        from unnest(${numbers(restored.map(({ testId }) => testId))}::bigint[], ${numbers(restored.map(({ occurrence }) => occurrence))}::smallint[])
             as given (test_id, occurrence)
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.test_id = given.test_id and r.occurrence = given.occurrence
         and r.superseded_by = ${uploadId}
    `.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    with skipped as (
      update result set status = 'skipped', first_status = 'skipped', rank = 4, error_line = 'Did not run'
       where project_id = ${projectId} and run_id = ${runId} and upload_id = ${uploadId} and status = 'announced'
         and superseded_by is null
      returning 1
    ) select count(*)::integer as count from skipped
  `.execute(transaction);
  return restored.length + (rows[0]?.count ?? 0);
}

/**
 * Gives up what a source left undecided: its part of the run was begun again by another. What that one does not run is
 * skipped.
 */
export async function giveUpTests(transaction: Db, target: BatchTarget): Promise<void> {
  const { projectId, runId, uploadId } = target;
  await skipAnnounced(transaction, target);
  await sql`
    update result set status = 'skipped', first_status = 'skipped', rank = 4, error_line = 'Interrupted: its reporter broke off'
     where project_id = ${projectId} and run_id = ${runId} and upload_id = ${uploadId} and status = 'running'
  `.execute(transaction);
  await forgetLive(transaction, target);
}

/** Names of files that wait for tests which never came, a few of them, and how many there are. */
export async function unclaimedFiles(
  db: Db,
  { projectId, uploadId }: BatchTarget,
  named: number,
): Promise<{ names: string[]; count: number }> {
  const { rows } = await sql<{ name: string; count: number }>`
    select a.name, (count(*) over ())::integer as count
      from live_file f
      join artifact a on a.project_id = f.project_id and a.id = f.artifact_id
     where f.project_id = ${projectId} and f.upload_id = ${uploadId}
     order by f.id limit ${named}
  `.execute(db);
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 };
}

const forgottenAtOnce = 5000;

/** Lets go what was only needed while a source was open. */
export async function forgetLive(db: Db, { projectId, uploadId }: BatchTarget): Promise<void> {
  for (const table of ["live_event", "live_file", "live_test"]) {
    let gone = forgottenAtOnce;
    while (gone === forgottenAtOnce) {
      const { rows } = await sql<{ count: number }>`
        with gone as (
          delete from ${sql.table(table)}
           where ctid = any(array(
             select ctid from ${sql.table(table)} where project_id = ${projectId} and upload_id = ${uploadId} limit ${forgottenAtOnce}))
             and project_id = ${projectId}
          returning 1
        ) select count(*)::integer as count from gone
      `.execute(db);
      gone = rows[0]?.count ?? 0;
    }
  }
}
