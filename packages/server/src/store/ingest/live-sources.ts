import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { NewUpload } from "#store/uploads/uploads.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "./batch.ts";
import type { NewRun, RunRef } from "./sources.ts";
import type { ReportedScope } from "#store/runs/status-rows.ts";
import { untilLastWord } from "./source-times.ts";
import { uncountRuns } from "#store/trends/count-runs.ts";
import type { Writer } from "#store/writer.ts";

/** A live source, from a client that may have connected before. */
export interface NewLiveSource {
  /** Chosen by the client, and the same when it reconnects. */
  readonly clientId: string;
  readonly name: string;
  readonly format: string;
  readonly shard?: number | null;
  readonly frameworkVersion?: string | null;
  readonly startedAt?: Date | null;
  readonly scope?: ReportedScope;
  /** True if the events are sent later, from the spool of the reporter. */
  readonly sentLater?: boolean;
  readonly job?: string | null;
  readonly jobAttempt?: number | null;
  /** True if the sender declared that its tests ran again. */
  readonly rerun?: boolean;
  readonly senderHost?: string | null;
  /** Maximum number of sources per run. */
  readonly maxSources?: number;
  /** Upload to record for the source. */
  readonly upload?: NewUpload;
}

/** A source that the client opened before. */
export interface KnownSource {
  readonly run: RunRef;
  readonly target: BatchTarget;
  readonly lastBatch: number;
}

/** Inserts the source of a client, or updates it when the client reconnects. Returns `null` if the client has sent its last event. */
export async function insertLiveSource(
  transaction: Db,
  writer: Pick<Writer, "id">,
  run: { readonly projectId: number; readonly id: number },
  identity: Buffer,
  {
    clientId,
    name,
    format,
    shard = null,
    frameworkVersion = null,
    startedAt = null,
    scope = { scope: null, scopeReason: null },
    sentLater = false,
    job = null,
    jobAttempt = null,
    rerun = false,
    senderHost = null,
    upload,
  }: NewLiveSource,
): Promise<{
  readonly id: number;
  readonly shard: number | null;
  readonly lastBatch: number;
  readonly uploadId: number | null;
} | null> {
  const drawn = upload === undefined ? null : sql`nextval('arrival_id_seq')`;
  const { rows } = await sql<{ id: number; shard: number | null; lastBatch: number; uploadId: number | null }>`
    insert into upload (project_id, run_id, kind, client_id, file_name, format, content_hash, bytes, status, writer, heard_at,
                        shard, framework_version, started_at, arrival_id, scope, scope_reason, sent_later, job, job_attempt, rerun, sender_host)
    values (${run.projectId}, ${run.id}, 'live', ${clientId}, ${name}, ${format}, ${identity}, 0, 'receiving', ${writer.id}, now(),
            ${shard}, ${frameworkVersion}, ${startedAt}, ${drawn}, ${scope.scope}, ${scope.scopeReason}, ${sentLater}, ${job}, ${jobAttempt}, ${rerun}, ${senderHost})
    on conflict (project_id, run_id, content_hash, origin) do update
       set heard_at = excluded.heard_at, duration_ms = null, repeated_by = null, writer = excluded.writer, sent_later = excluded.sent_later,
           live_until = case when excluded.sent_later and not upload.sent_later then upload.heard_at else upload.live_until end
     where upload.status = 'receiving'
    returning id, shard, last_batch as "lastBatch", arrival_id as "uploadId"
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Returns the source of a client that has sent its last event; `null` if there is none. */
export async function endedSource(
  transaction: Db,
  { projectId, key }: Pick<NewRun, "key" | "projectId">,
  identity: Buffer,
): Promise<KnownSource | null> {
  const { rows } = await sql<RunRef & { sourceId: number; shard: number | null; lastBatch: number }>`
    select r.id, r.number, u.id as "sourceId", u.shard, u.last_batch as "lastBatch"
      from run r
      join upload u on u.project_id = r.project_id and u.run_id = r.id and u.content_hash = ${identity}
     where r.project_id = ${projectId} and r.key = ${key} and u.status = 'recorded'
  `.execute(transaction);
  const [found] = rows;
  if (found === undefined) return null;
  const { id, number, sourceId, shard, lastBatch } = found;
  return { run: { id, number }, target: { projectId, runId: id, sourceId, shard }, lastBatch };
}

/** Progress of a live source. */
export interface LiveState {
  /**
   * - running: it sends events, and its run is running.
   * - idle: it may continue, but its run is not running: it was silent for too long, or the run ended with its other sources.
   * - ended: it has sent its last event, or another reporter took over its shard.
   */
  readonly state: "running" | "idle" | "ended";
  /** Number of the last stored batch. */
  readonly lastBatch: number;
}

export interface LiveSource extends LiveState {
  readonly target: BatchTarget;
  readonly run: RunRef;
  readonly startedAt: Date | null;
  /** Size of pending events of unfinished tests, in bytes. */
  readonly waitingBytes: number;
}

/** Run and source ids from a request. They may not exist. */
export interface NamedSource {
  readonly runId: number;
  readonly sourceId: number;
}

/** Returns `null` if the run has no such source. */
export async function liveSource(
  db: Db,
  projectId: number,
  runId: number,
  sourceId: number,
): Promise<LiveSource | null> {
  return (await liveSources(db, projectId, [{ runId, sourceId }])).get(sourceId) ?? null;
}

/** Returns the sources that exist, by id. */
export async function liveSources(
  db: Db,
  projectId: number,
  named: readonly NamedSource[],
): Promise<Map<number, LiveSource>> {
  const { rows } = await sql<{
    number: number;
    runId: number;
    sourceId: number;
    shard: number | null;
    lastBatch: number;
    state: LiveState["state"];
    startedAt: Date | null;
    waitingBytes: number;
  }>`
    select r.number, r.id as "runId", u.id as "sourceId", u.shard, u.last_batch as "lastBatch",
           case when u.status = 'recorded' then 'ended' when r.status <> 'running' then 'idle' else 'running' end as state, coalesce(u.started_at, r.started_at) as "startedAt", u.waiting_bytes as "waitingBytes"
      from unnest(${numbers(named.map(({ sourceId }) => sourceId))}::bigint[], ${numbers(named.map(({ runId }) => runId))}::bigint[])
           as given (upload_id, run_id)
      join upload u on u.project_id = ${projectId} and u.id = given.upload_id and u.run_id = given.run_id and u.kind = 'live'
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = given.run_id and r.removed_at is null
  `.execute(db);
  return new Map(
    rows.map(({ number, runId, sourceId, shard, ...known }) => [
      sourceId,
      { target: { projectId, runId, sourceId, shard }, run: { id: runId, number }, ...known },
    ]),
  );
}

/**
 * Locks a source and its run. Returns the last batch and the run's number of tests, or `null` if the source has sent its last event. The run is
 * removed from the trends; the caller changes its results and updates its status.
 */
export async function lockSource(
  transaction: Db,
  { projectId, runId, sourceId }: BatchTarget,
): Promise<{ lastBatch: number; total: number } | null> {
  const { rows: runs } = await sql<{ total: number }>`
    select total from run where project_id = ${projectId} and id = ${runId} for update
  `.execute(transaction);
  const { rows } = await sql<{ lastBatch: number }>`
    select last_batch as "lastBatch" from upload
     where project_id = ${projectId} and id = ${sourceId} and kind = 'live' and status = 'receiving'
       for update
  `.execute(transaction);
  const [source] = rows;
  if (source === undefined) return null;
  await uncountRuns(transaction, projectId, [runId]);
  return { lastBatch: source.lastBatch, total: runs[0]?.total ?? 0 };
}

/**
 * Completes a source. A duration in its events takes precedence over the measured one.
 *
 * @param last `durationMs`: time since the start. `endedAt`: end of a source that is sent later.
 */
export async function markCompleted(
  transaction: Db,
  { projectId, sourceId }: BatchTarget,
  last: { readonly interruption: string | null; readonly durationMs: number; readonly endedAt?: Date | null },
): Promise<void> {
  // A distributed database sets columns only to values that need no other table.
  const { rows } = await sql<{ ms: number }>`
    select (${untilLastWord(projectId, last.durationMs, last.endedAt ?? null)})::float8 as ms from upload
     where project_id = ${projectId} and id = ${sourceId} for no key update
  `.execute(transaction);
  await sql`
    update upload
       set status = 'recorded', heard_at = now(), incomplete = incomplete or ${last.interruption !== null},
           interruption = ${last.interruption}, duration_ms = ${rows[0]?.ms ?? null}
     where project_id = ${projectId} and id = ${sourceId}
  `.execute(transaction);
}

/** Returns true if the run can have this source. Existing sources are always allowed. */
export async function hasRoom(
  transaction: Db,
  projectId: number,
  runId: number,
  identity: Buffer,
  max: number,
): Promise<boolean> {
  const { rows } = await sql<{ others: number; known: boolean }>`
    select count(*)::integer as others, coalesce(bool_or(content_hash = ${identity}), false) as known
      from upload where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
  const [found] = rows;
  return found === undefined || found.known || found.others < max;
}
