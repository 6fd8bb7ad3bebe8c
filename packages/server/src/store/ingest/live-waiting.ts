import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { columnsOf, type NamedTest, nameOf } from "./live-tests.ts";
import { unpackEvents } from "./packed-events.ts";
import type { BatchTarget } from "./batch.ts";

/** Packed events of a test that has not finished. */
export interface WaitingEvents extends NamedTest {
  /** Size before packing. */
  readonly bytes: number;
  readonly events: Uint8Array;
}

/** Returns the waiting events of these tests in order of arrival. */
export async function waitingEvents(db: Db, projectId: number, tests: readonly NamedTest[]): Promise<WaitingEvents[]> {
  if (tests.length === 0) return [];
  const { rows } = await sql<WaitingEvents>`
    select e.upload_id as "sourceId", e.stream_id::text as key, e.bytes, e.events
      from unnest(${columnsOf(tests)}) as given (upload_id, key)
     cross join lateral (
             select * from live_event
              where project_id = ${opaqueProjectId(projectId)} and upload_id = given.upload_id and stream_id = given.key
             offset 0) e
     order by e.id
  `.execute(db);
  return rows;
}

/** Returns the events of a running test, given its result. */
export async function waitingOfResult(
  db: Db,
  { projectId, runId, resultId }: { readonly projectId: number; readonly runId: number; readonly resultId: number },
): Promise<ResultEvent[]> {
  const { rows } = await sql<Pick<WaitingEvents, "events">>`
    select e.events
      from result r
      join live_event e on e.project_id = r.project_id and e.upload_id = r.upload_id
      join live_test t on t.project_id = e.project_id and t.upload_id = e.upload_id and t.stream_id = e.stream_id and t.result_id = r.id
     where r.project_id = ${projectId} and r.run_id = ${runId} and r.id = ${resultId} and r.status = 'running'
     order by e.id
  `.execute(db);
  return rows.flatMap(({ events }) => unpackEvents(events));
}

/** Returns the bytes of waiting events of each test by `nameOf`, without tests that have none. */
export async function waitingSizes(
  db: Db,
  projectId: number,
  tests: readonly NamedTest[],
): Promise<Map<string, number>> {
  if (tests.length === 0) return new Map();
  const { rows } = await sql<NamedTest & { bytes: number }>`
    select given.upload_id as "sourceId", given.key::text as key, e.bytes
      from unnest(${columnsOf(tests)}) as given (upload_id, key)
     cross join lateral (
             select sum(bytes)::integer as bytes from live_event
              where project_id = ${opaqueProjectId(projectId)} and upload_id = given.upload_id and stream_id = given.key
             offset 0) e
     where e.bytes is not null
  `.execute(db);
  return new Map(rows.map(({ bytes, ...test }) => [nameOf(test), bytes]));
}

/** Facts about a source that a batch contains besides tests. */
export interface SourceDetails {
  readonly target: BatchTarget;
  readonly frameworkVersion: string | null;
  readonly durationMs: number | null;
  readonly tests: number;
  readonly bytes: number;
}

/** Deletes the waiting events of finished tests, stores those of unfinished ones, and updates the sources. */
export async function moveWaiting(
  transaction: Db,
  projectId: number,
  sources: readonly SourceDetails[],
  decided: readonly NamedTest[],
  retained: readonly WaitingEvents[],
): Promise<void> {
  const runOf = new Map(sources.map(({ target }) => [target.sourceId, target.runId]));
  const added = new Map<number, number>();
  for (const { sourceId, bytes } of retained) added.set(sourceId, (added.get(sourceId) ?? 0) + bytes);
  const column = (of: (source: SourceDetails) => number | null) => numbers(sources.map(of));
  await sql`
    with gone as (
      delete from live_event e using unnest(${columnsOf(decided)}) as given (upload_id, key)
       where e.project_id = ${opaqueProjectId(projectId)} and e.upload_id = given.upload_id and e.stream_id = given.key
      returning e.upload_id, e.bytes
    ), freed as (
      select upload_id, sum(bytes) as bytes from gone group by upload_id
    ), kept as (
      insert into live_event (project_id, upload_id, stream_id, run_id, bytes, events)
      select ${projectId}, upload_id, key, run_id, bytes, decode(events, 'base64')
        from unnest(${columnsOf(retained)}, ${numbers(retained.map(({ sourceId }) => runOf.get(sourceId) ?? null))}::bigint[],
                    ${numbers(retained.map(({ bytes }) => bytes))}::integer[],
                    ${texts(retained.map(({ events }) => Buffer.from(events).toString("base64")))}::text[])
             as given (upload_id, key, run_id, bytes, events)
    ) update upload u
         set waiting_bytes = greatest(0, u.waiting_bytes + given.waiting - coalesce((select bytes from freed where upload_id = u.id), 0)),
             framework_version = coalesce(given.framework_version, u.framework_version), tests = u.tests + given.tests,
             bytes = u.bytes + given.bytes, said_duration_ms = coalesce(given.duration_ms, u.said_duration_ms)
        from unnest(${column(({ target }) => target.sourceId)}::bigint[], ${column(({ target }) => added.get(target.sourceId) ?? 0)}::bigint[],
                    ${texts(sources.map(({ frameworkVersion }) => frameworkVersion))}::text[], ${column(({ durationMs }) => durationMs)}::double precision[],
                    ${column(({ tests }) => tests)}::integer[], ${column(({ bytes }) => bytes)}::bigint[])
             as given (id, waiting, framework_version, duration_ms, tests, bytes)
       where u.project_id = ${projectId} and u.id = given.id
  `.execute(transaction);
}
