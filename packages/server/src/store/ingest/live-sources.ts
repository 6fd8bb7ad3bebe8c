import { createHash } from "node:crypto";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "#store/ingest/recording.ts";
import { giveUpTests } from "#store/ingest/live-tests.ts";
import { findOrCreateRun, type NewRun, recountRun, reopen, type RunRef } from "#store/ingest/uploads.ts";
import type { Writer } from "#store/writer.ts";

/** What comes batch by batch while it happens, from a client that may have been here before. */
export interface NewLiveSource {
  /** Chosen by the client, the same whenever it connects again. */
  readonly clientId: string;
  readonly name: string;
  readonly format: string;
  readonly shard?: number | null;
  readonly frameworkVersion?: string | null;
  readonly startedAt?: Date | null;
  /** How many sources its run may have. */
  readonly mostSources?: number;
}

interface Found {
  readonly run: RunRef;
  readonly target: BatchTarget;
  readonly lastBatch: number;
}

export type OpenedLiveSource =
  | (Found & {
      readonly kind: "open";
      /** As the run has it: that of its first source. */
      readonly branch: string | null;
    })
  /** The client has said its last word before. */
  | (Found & { readonly kind: "ended" })
  /** The run has as many sources as it may have. */
  | { readonly kind: "full"; readonly run: RunRef }
  | { readonly kind: "no_project" };

/** Finds the source of a client or makes it; what came before stays, whichever process wrote it. */
export async function openLiveSource(
  db: Db,
  writer: Writer,
  run: NewRun,
  {
    clientId,
    name,
    format,
    shard = null,
    frameworkVersion = null,
    startedAt = null,
    mostSources = Infinity,
  }: NewLiveSource,
  now: Date,
): Promise<OpenedLiveSource> {
  return db.transaction().execute(async (transaction) => {
    const identity = createHash("sha256")
      .update(JSON.stringify(["live", clientId]))
      .digest();
    const targetOf = (runId: number, source: { id: number; shard: number | null }): BatchTarget => ({
      projectId: run.projectId,
      runId,
      uploadId: source.id,
      shard: source.shard,
    });
    const { rows: ended } = await sql<RunRef & { uploadId: number; shard: number | null; lastBatch: number }>`
      select r.id, r.number, u.id as "uploadId", u.shard, u.last_batch as "lastBatch"
        from run r
        join upload u on u.project_id = r.project_id and u.run_id = r.id and u.content_hash = ${identity}
       where r.project_id = ${run.projectId} and r.key = ${run.key} and u.status = 'recorded'
    `.execute(transaction);
    if (ended[0] !== undefined) {
      const { id, number, uploadId, lastBatch } = ended[0];
      const target = targetOf(id, { id: uploadId, shard: ended[0].shard });
      return { kind: "ended", run: { id, number }, target, lastBatch } as const;
    }
    const ref = await findOrCreateRun(transaction, run);
    if (ref === null) return { kind: "no_project" } as const;
    if (!(await hasRoom(transaction, run.projectId, ref.id, identity, mostSources)))
      return { kind: "full", run: { id: ref.id, number: ref.number } } as const;
    const { rows } = await sql<{ id: number; shard: number | null; lastBatch: number }>`
      insert into upload (project_id, run_id, kind, client_id, file_name, format, content_hash, bytes, status, writer, heard_at,
                          shard, framework_version, started_at)
      values (${run.projectId}, ${ref.id}, 'live', ${clientId}, ${name}, ${format}, ${identity}, 0, 'receiving', ${writer.id}, now(),
              ${shard}, ${frameworkVersion}, ${startedAt})
      on conflict (project_id, run_id, content_hash) do update set heard_at = now(), duration_ms = null, writer = excluded.writer
      returning id, shard, last_batch as "lastBatch"
    `.execute(transaction);
    const source = rows[0] as { id: number; shard: number | null; lastBatch: number };
    if (ref.status !== "running") await reopen(transaction, run.projectId, ref.id, now);
    const { rows: runs } = await sql<{ branch: string | null }>`
      select branch from run where project_id = ${run.projectId} and id = ${ref.id}
    `.execute(transaction);
    return {
      kind: "open",
      run: { id: ref.id, number: ref.number },
      target: targetOf(ref.id, source),
      lastBatch: source.lastBatch,
      branch: runs[0]?.branch ?? null,
    } as const;
  });
}

/** A live source as it is found. */
export interface LiveSource {
  readonly target: BatchTarget;
  readonly run: RunRef;
  readonly lastBatch: number;
  readonly ended: boolean;
  /** The run had been given up, or had ended with its other sources. */
  readonly isIdle: boolean;
  readonly startedAt: Date | null;
  /** Bytes of the events that wait for their tests to be decided. */
  readonly waitingBytes: number;
}

/** A source of this run; null if there is none. */
export async function liveSource(
  db: Db,
  projectId: number,
  runId: number,
  uploadId: number,
): Promise<LiveSource | null> {
  const { rows } = await sql<{
    number: number;
    shard: number | null;
    lastBatch: number;
    ended: boolean;
    isIdle: boolean;
    startedAt: Date | null;
    waitingBytes: number;
  }>`
    select r.number, u.shard, u.last_batch as "lastBatch", u.status = 'recorded' as ended, r.status <> 'running' as "isIdle",
           coalesce(u.started_at, r.started_at) as "startedAt", u.waiting_bytes as "waitingBytes"
      from upload u
      join run r on r.project_id = u.project_id and r.id = u.run_id and r.removed_at is null
     where u.project_id = ${projectId} and u.id = ${uploadId} and u.run_id = ${runId} and u.kind = 'live'
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { number, shard, lastBatch, ended, isIdle, startedAt, waitingBytes } = row;
  const target = { projectId, runId, uploadId, shard };
  return { target, run: { id: runId, number }, lastBatch, ended, isIdle, startedAt, waitingBytes };
}

/**
 * Notes that a batch of a live source arrived; call it in the transaction that writes the batch. `next` is the one that was
 * due, `repeated` one that is written already and only lost its answer; after a `gap` the client goes back. A run that
 * was given up in the meantime runs again.
 */
export async function hearBatch(
  transaction: Db,
  { projectId, runId, uploadId }: BatchTarget,
  batch: number,
  now: Date,
): Promise<"next" | "repeated" | "gap" | "ended"> {
  const { rows } = await sql<{ lastBatch: number }>`
    select last_batch as "lastBatch" from upload
     where project_id = ${projectId} and id = ${uploadId} and kind = 'live' and status = 'receiving'
       for update
  `.execute(transaction);
  const [source] = rows;
  if (source === undefined) return "ended";
  const isNext = batch === source.lastBatch + 1;
  await noteHeard(transaction, { projectId, runId, uploadId }, isNext ? batch : source.lastBatch, now);
  if (isNext) return "next";
  return batch <= source.lastBatch ? "repeated" : "gap";
}

/** Notes that a live source is still there. False once it has said its last word. */
export async function hearSource(transaction: Db, target: BatchTarget, now: Date): Promise<boolean> {
  const { rows } = await sql<{ lastBatch: number }>`
    select last_batch as "lastBatch" from upload
     where project_id = ${target.projectId} and id = ${target.uploadId} and kind = 'live' and status = 'receiving'
       for update
  `.execute(transaction);
  if (rows[0] === undefined) return false;
  await noteHeard(transaction, target, rows[0].lastBatch, now);
  return true;
}

async function noteHeard(
  transaction: Db,
  { projectId, runId, uploadId }: Pick<BatchTarget, "projectId" | "runId" | "uploadId">,
  lastBatch: number,
  now: Date,
): Promise<void> {
  await sql`
    update upload set heard_at = now(), duration_ms = null, last_batch = ${lastBatch}
     where project_id = ${projectId} and id = ${uploadId}
  `.execute(transaction);
  const { rows: runs } = await sql<{ status: RunStatus }>`
    update run set last_event_at = now() where project_id = ${projectId} and id = ${runId} returning status
  `.execute(transaction);
  if (runs[0]?.status !== "running") await reopen(transaction, projectId, runId, now);
}

/**
 * Gives the sources of a run that fell silent the time until they were heard last, so that the run has an end. One that is
 * heard this moment holds its row and waits for the run: it is passed over, and lets the run go on.
 */
export async function timeSilentSources(transaction: Db, projectId: number, runId: number): Promise<void> {
  await sql`
    update upload
       set duration_ms = greatest(0, extract(epoch from heard_at - received_at) * 1000)
     where project_id = ${projectId} and id = any(array(
             select id from upload
              where project_id = ${projectId} and run_id = ${runId} and kind = 'live' and status = 'receiving'
                for update skip locked))
  `.execute(transaction);
}

/**
 * What is written of a live source must reach the disk before it is acknowledged: the statements that write results let
 * their transaction off that, and this takes it back.
 */
export async function waitForDisk(transaction: Db): Promise<void> {
  await sql`set local synchronous_commit to default`.execute(transaction);
}

/** How long a reporter may be silent before another one may take over its shard. */
const lostSeconds = 60;

/**
 * Ends the sources that had this shard before and are not heard of any more: a job that is run again brings all of its
 * tests. Returns how many there were.
 */
export async function replaceLostSources(
  transaction: Db,
  { projectId, runId, uploadId, shard }: BatchTarget,
): Promise<number> {
  if (shard === null) return 0;
  const { rows } = await sql<{ id: number }>`
    update upload
       set status = 'recorded', duration_ms = greatest(0, extract(epoch from heard_at - received_at) * 1000)
     where project_id = ${projectId} and id = any(array(
             select id from upload
              where project_id = ${projectId} and run_id = ${runId} and kind = 'live' and status = 'receiving' and shard = ${shard}
                and id <> ${uploadId} and heard_at < now() - make_interval(secs => ${lostSeconds})
                for update skip locked))
    returning id
  `.execute(transaction);
  for (const { id } of rows) await giveUpTests(transaction, { projectId, runId, uploadId: id, shard });
  if (rows.length > 0) await recountRun(transaction, projectId, runId);
  return rows.length;
}

/** The last batch of a source, which stays locked; null once it has said its last word. */
export async function lockSource(transaction: Db, { projectId, uploadId }: BatchTarget): Promise<number | null> {
  const { rows } = await sql<{ lastBatch: number }>`
    select last_batch as "lastBatch" from upload
     where project_id = ${projectId} and id = ${uploadId} and kind = 'live' and status = 'receiving'
       for update
  `.execute(transaction);
  return rows[0]?.lastBatch ?? null;
}

/** Notes the last word of a source. What its stream said of its duration wins over what the clock says. */
export async function markCompleted(
  transaction: Db,
  { projectId, uploadId }: BatchTarget,
  last: { readonly interruption: string | null; readonly durationMs: number },
): Promise<void> {
  await sql`
    update upload
       set status = 'recorded', heard_at = now(), incomplete = incomplete or ${last.interruption !== null},
           interruption = ${last.interruption}, duration_ms = coalesce(said_duration_ms, ${Math.max(0, last.durationMs)})
     where project_id = ${projectId} and id = ${uploadId}
  `.execute(transaction);
}

/** One that is there already needs none. */
async function hasRoom(
  transaction: Db,
  projectId: number,
  runId: number,
  identity: Buffer,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ others: number; known: boolean }>`
    select count(*)::integer as others, coalesce(bool_or(content_hash = ${identity}), false) as known
      from upload where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
  const [found] = rows;
  return found === undefined || found.known || found.others < most;
}
