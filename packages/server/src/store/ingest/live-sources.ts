import { createHash } from "node:crypto";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "#store/ingest/recording.ts";
import { findOrCreateRun, type NewRun, reopen, type RunRef } from "#store/ingest/uploads.ts";
import type { Writer } from "#store/writer.ts";

/** What comes batch by batch while it happens, from a client that may have been here before. */
export interface NewLiveSource {
  /** Chosen by the client, the same whenever it connects again. */
  readonly clientId: string;
  readonly name: string;
  readonly format: string;
}

export type OpenedLiveSource =
  | { readonly kind: "open"; readonly run: RunRef; readonly target: BatchTarget; readonly lastBatch: number }
  /** The client has said its last word before. */
  | { readonly kind: "ended"; readonly run: RunRef }
  | { readonly kind: "no_project" };

/** Finds the source of a client or makes it; what came before stays, whichever process wrote it. */
export async function openLiveSource(
  db: Db,
  writer: Writer,
  run: NewRun,
  { clientId, name, format }: NewLiveSource,
  now: Date,
): Promise<OpenedLiveSource> {
  return db.transaction().execute(async (transaction) => {
    const identity = createHash("sha256")
      .update(JSON.stringify(["live", clientId]))
      .digest();
    const { rows: ended } = await sql<RunRef>`
      select r.id, r.number
        from run r
        join upload u on u.project_id = r.project_id and u.run_id = r.id and u.content_hash = ${identity}
       where r.project_id = ${run.projectId} and r.key = ${run.key} and u.status = 'recorded'
    `.execute(transaction);
    if (ended[0] !== undefined) return { kind: "ended", run: ended[0] } as const;
    const ref = await findOrCreateRun(transaction, run);
    if (ref === null) return { kind: "no_project" } as const;
    const { rows } = await sql<{ id: number; lastBatch: number }>`
      insert into upload (project_id, run_id, kind, client_id, file_name, format, content_hash, bytes, status, writer, heard_at)
      values (${run.projectId}, ${ref.id}, 'live', ${clientId}, ${name}, ${format}, ${identity}, 0, 'receiving', ${writer.id}, now())
      on conflict (project_id, run_id, content_hash) do update set heard_at = now(), writer = excluded.writer
      returning id, last_batch as "lastBatch"
    `.execute(transaction);
    const source = rows[0] as { id: number; lastBatch: number };
    if (ref.status !== "running") await reopen(transaction, run.projectId, ref.id, now);
    const target = { projectId: run.projectId, runId: ref.id, uploadId: source.id, shard: null };
    return { kind: "open", run: { id: ref.id, number: ref.number }, target, lastBatch: source.lastBatch } as const;
  });
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
  await sql`
    update upload set heard_at = now(), last_batch = ${isNext ? batch : source.lastBatch}
     where project_id = ${projectId} and id = ${uploadId}
  `.execute(transaction);
  const { rows: runs } = await sql<{ status: RunStatus }>`
    update run set last_event_at = now() where project_id = ${projectId} and id = ${runId} returning status
  `.execute(transaction);
  if (runs[0]?.status !== "running") await reopen(transaction, projectId, runId, now);
  if (isNext) return "next";
  return batch <= source.lastBatch ? "repeated" : "gap";
}
