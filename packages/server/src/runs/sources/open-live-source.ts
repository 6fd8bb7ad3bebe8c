import { createHash } from "node:crypto";
import { openLiveUpload } from "#store/uploads/live-uploads.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import {
  endedSource,
  hasRoom,
  insertLiveSource,
  type KnownSource,
  type NewLiveSource,
} from "#store/ingest/live-sources.ts";
import { findOrCreateRun, type NewRun, type Origin, originOfRun, type RunRef } from "#store/ingest/sources.ts";
import type { Writer } from "#store/writer.ts";
import { reopen } from "./reopen-runs.ts";

export type OpenedLiveSource =
  | (KnownSource & { readonly kind: "open"; readonly origin: Origin })
  /** The client has already sent its last event. */
  | (KnownSource & { readonly kind: "ended" })
  /** The run has reached its maximum number of sources. */
  | { readonly kind: "full"; readonly run: RunRef }
  | { readonly kind: "no_project" };

/** Finds or creates the source of a client. Keeps data that it sent earlier, even if another process stored it. */
export async function openLiveSource(
  db: Db,
  writer: Writer,
  run: NewRun,
  source: NewLiveSource,
  now: Date,
): Promise<OpenedLiveSource> {
  const { clientId, maxSources = Infinity, upload } = source;
  const { projectId } = run;
  return inTransaction(db, async (transaction): Promise<OpenedLiveSource> => {
    const identity = createHash("sha256")
      .update(JSON.stringify(["live", clientId]))
      .digest();
    const ended = await endedSource(transaction, run, identity);
    if (ended !== null) return { kind: "ended", ...ended };
    const found = await findOrCreateRun(transaction, run, now);
    if (found === null) return { kind: "no_project" };
    const ref = { id: found.id, number: found.number };
    if (!(await hasRoom(transaction, projectId, ref.id, identity, maxSources))) return { kind: "full", run: ref };
    const opened = await insertLiveSource(transaction, writer, { projectId, id: ref.id }, identity, source);
    if (opened === null) {
      // The source ended while this transaction waited for the run's lock.
      const completed = (await endedSource(transaction, run, identity)) as KnownSource;
      return { kind: "ended", ...completed };
    }
    if (upload !== undefined) await openLiveUpload(transaction, upload, opened.uploadId, { ...ref, suite: run.suite });
    if (found.status !== "running") await reopen(transaction, projectId, [ref.id], now);
    return {
      kind: "open",
      run: ref,
      target: { projectId, runId: ref.id, sourceId: opened.id, shard: opened.shard },
      lastBatch: opened.lastBatch,
      origin: await originOfRun(transaction, projectId, ref.id),
    };
  });
}
