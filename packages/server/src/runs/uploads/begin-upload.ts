import { beginArrival } from "#store/arrivals/arrivals.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import {
  addUpload,
  findOrCreateRun,
  hasRecorded,
  insertUpload,
  type NewRun,
  type NewUpload,
  type RunRef,
  uploadWithContent,
} from "#store/ingest/uploads.ts";
import type { Writer } from "#store/writer.ts";
import { reopen } from "./reopen-runs.ts";
import { withdrawUpload } from "./withdraw-upload.ts";

export type StartedUpload =
  | {
      readonly kind: "begun";
      readonly run: RunRef;
      readonly uploadId: number;
      /** Id of its entry in the upload list; `null` if it has none. */
      readonly arrivalId: number | null;
    }
  /** The run already contains this file, or the upload is a complete run that exists already. */
  | { readonly kind: "duplicate"; readonly run: RunRef }
  /** The project was deleted while the upload was sent. */
  | { readonly kind: "no_project" }
  /** Another request is currently writing the same content. */
  | { readonly kind: "in_progress" };

type Beginning = StartedUpload | { readonly kind: "abandoned"; readonly uploadId: number };

/**
 * Opens an upload. Its rows are visible immediately, but it counts as received only after `markRecorded`.
 *
 * @param options `last` is the run of the previous file of the request. If this file belongs to it, one statement is enough.
 */
export async function beginUpload(
  db: Db,
  writer: Writer,
  run: NewRun,
  upload: NewUpload,
  { now, last = null }: { readonly now: Date; readonly last?: RunRef | null },
): Promise<StartedUpload> {
  const { arrival } = upload;
  const isSimple = last !== null && !run.whole && (arrival === undefined || arrival.state === "reading");
  const added = isSimple ? await addUpload(db, writer, { ...run, id: last.id }, upload) : null;
  if (last !== null && added !== null)
    return { kind: "begun", run: last, uploadId: added, arrivalId: arrival?.id ?? null };
  const started = await inTransaction(db, async (transaction): Promise<Beginning> => {
    const found = await findOrCreateRun(transaction, run, now);
    if (found === null) return { kind: "no_project" };
    const { projectId } = run;
    const ref: RunRef = { id: found.id, number: found.number };
    // Checked after locking the run, because another request with the same content may just have finished.
    if (run.whole && (await hasRecorded(transaction, projectId, ref.id))) return { kind: "duplicate", run: ref };
    const inserted = await insertUpload(transaction, writer, { projectId, id: ref.id }, upload);
    if (inserted !== null) {
      const { id: uploadId, arrivalId } = inserted;
      if (arrival !== undefined && arrivalId !== null) await beginArrival(transaction, arrival, arrivalId, writer);
      if (found.status !== "running") await reopen(transaction, projectId, [ref.id], now);
      return { kind: "begun", run: ref, uploadId, arrivalId };
    }
    const other = await uploadWithContent(transaction, { projectId, id: ref.id }, upload);
    if (other === null || other.status === "recorded") return { kind: "duplicate", run: ref };
    const alive = !writer.givenUp.has(other.id) && (await writer.isAlive(transaction, other.writer));
    return alive ? { kind: "in_progress" } : { kind: "abandoned", uploadId: other.id };
  });
  if (started.kind !== "abandoned") return started;
  await withdrawUpload(db, run.projectId, started.uploadId, now);
  return beginUpload(db, writer, run, upload, { now });
}
