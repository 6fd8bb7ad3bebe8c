import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { endOfRequest } from "#ingest/uploads/outcome.ts";
import type { Refusals } from "#ingest/uploads/refusals.ts";
import type { RunResult, UploadRequest } from "./upload-request.ts";
import {
  type UploadEnd,
  type OpenUpload,
  endUpload,
  insertUpload,
  knownContents,
  type NewUpload,
} from "#store/uploads/uploads.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of reports per request to look up. */
const maxLookedUp = 500;

/** Returns the outcome of a request's files after its reports were written or found. */
export async function endOfUpload(
  db: Db,
  { projectId, upload }: Pick<UploadRequest, "projectId" | "upload">,
  runs: readonly RunResult[],
  outcome: { readonly verdicts: readonly FileVerdict[]; readonly sizes: ReadonlyMap<string, number> },
): Promise<UploadEnd> {
  const reports = runs.flatMap(({ results }) =>
    results.filter(({ kind }) => kind === "recorded" || kind === "duplicate").map(({ report }) => report),
  );
  const hashes = [...new Set(reports.map(({ bundle }) => bundle.hash))].slice(0, maxLookedUp);
  const contents = runs.flatMap(({ recorded }) => recorded.map(({ content }) => content));
  return endOfRequest({
    ...outcome,
    known: await knownContents(db, projectId, hashes, upload.id),
    problemCount: contents.reduce((sum, { problems }) => sum + problems.length, 0),
    shard: contents.find(({ run }) => run.shard !== undefined)?.run.shard,
    runs: runs.flatMap(({ run, planned }) =>
      run === null ? [] : [{ id: run.id, number: run.number, suite: planned.suite }],
    ),
  });
}

/** Records an upload whose files have arrived and wait to be processed, which may take a while. */
export async function recordWaiting(
  { db, bus, writer }: Pick<Context, "bus" | "db" | "writer">,
  details: NewUpload,
): Promise<OpenUpload> {
  const id = await insertUpload(db, details, { state: "received", writer: writer.id });
  bus.publish({ about: "uploads", projectId: details.projectId });
  return { details, id, state: "received" };
}

/**
 * Records the end of a request that changed no report.
 *
 * @returns The id of the upload; `null` if it was only counted or could not be recorded.
 */
export async function recordEnd(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "writer">,
  refusals: Refusals,
  { details, id }: Pick<OpenUpload, "details" | "id">,
  end: UploadEnd,
): Promise<number | null> {
  if (id === null) return refusals.note(details, end);
  try {
    await endUpload(context.db, details, id, end, context.clock());
    context.bus.publish({ about: "uploads", projectId: details.projectId });
  } catch (error) {
    // The database is unreachable, so the next sweep marks the upload as failed.
    context.writer.givenUpUploads.add(id);
    context.log.warn({ err: error }, "the end of an upload was not noted");
  }
  return id;
}
