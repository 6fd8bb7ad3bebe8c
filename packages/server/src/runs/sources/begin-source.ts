import { beginReading } from "#store/uploads/uploads.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import {
  addSource,
  findOrCreateRun,
  hasRecorded,
  insertSource,
  type NewRun,
  type NewSource,
  type RunRef,
  sourceWithContent,
} from "#store/ingest/sources.ts";
import type { Writer } from "#store/writer.ts";
import { reopen } from "./reopen-runs.ts";
import { withdrawSource } from "./withdraw-source.ts";

export type StartedSource =
  | {
      readonly kind: "begun";
      readonly run: RunRef;
      readonly sourceId: number;
      /** Id of its entry in the upload list; `null` if it has none. */
      readonly uploadId: number | null;
    }
  /** The run already contains this file, or the source is a complete run that exists already. */
  | { readonly kind: "duplicate"; readonly run: RunRef }
  /** The project was deleted while the source was sent. */
  | { readonly kind: "no_project" }
  /** Another request is currently writing the same content. */
  | { readonly kind: "in_progress" };

type Beginning = StartedSource | { readonly kind: "abandoned"; readonly sourceId: number };

/**
 * Opens a source. Its rows are visible immediately, but it counts as received only after `markRecorded`.
 *
 * @param options `last` is the run of the previous file of the request. If this file belongs to it, one statement is enough.
 */
export async function beginSource(
  db: Db,
  writer: Writer,
  run: NewRun,
  source: NewSource,
  { now, last = null }: { readonly now: Date; readonly last?: RunRef | null },
): Promise<StartedSource> {
  const { upload } = source;
  const isSimple = last !== null && !run.whole && (upload === undefined || upload.state === "reading");
  const added = isSimple ? await addSource(db, writer, { ...run, id: last.id }, source) : null;
  if (last !== null && added !== null)
    return { kind: "begun", run: last, sourceId: added, uploadId: upload?.id ?? null };
  const started = await inTransaction(db, async (transaction): Promise<Beginning> => {
    const found = await findOrCreateRun(transaction, run, now);
    if (found === null) return { kind: "no_project" };
    const { projectId } = run;
    const ref: RunRef = { id: found.id, number: found.number };
    // Checked after locking the run, because another request with the same content may just have finished.
    if (run.whole && (await hasRecorded(transaction, projectId, ref.id))) return { kind: "duplicate", run: ref };
    const inserted = await insertSource(transaction, writer, { projectId, id: ref.id }, source);
    if (inserted !== null) {
      const { id: sourceId, uploadId } = inserted;
      if (upload !== undefined && uploadId !== null) await beginReading(transaction, upload, uploadId, writer);
      if (found.status !== "running") await reopen(transaction, projectId, [ref.id], now);
      return { kind: "begun", run: ref, sourceId, uploadId };
    }
    const other = await sourceWithContent(transaction, { projectId, id: ref.id }, source);
    if (other === null || other.status === "recorded") return { kind: "duplicate", run: ref };
    const alive = !writer.givenUpSources.has(other.id) && (await writer.isAlive(transaction, other.writer));
    return alive ? { kind: "in_progress" } : { kind: "abandoned", sourceId: other.id };
  });
  if (started.kind !== "abandoned") return started;
  await withdrawSource(db, run.projectId, started.sourceId, now);
  return beginSource(db, writer, run, source, { now });
}
