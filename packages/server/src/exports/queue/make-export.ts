import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import type { NewExportFile } from "./export-files.ts";
import { expiryOf, filesOf } from "./kept-exports.ts";
import { OutOfMemory } from "#exports/render/render-in-thread.ts";
import { renderReport } from "#exports/render/render-report.ts";
import { tellExportEnded } from "./tell-export-ended.ts";
import { machineFault } from "#core/machine-fault.ts";
import { isUnavailable } from "#store/db.ts";
import { endExport, noteProgress, returnExport, type StoredExport } from "#store/exports/exports.ts";

/** The progress is written this often, and with it is seen that somebody cancelled. */
const beatMs = 1000;

/**
 * Makes a claimed export: its file, then its row, then the person who asked for it is told. Whatever fails becomes its
 * reason, and leaves no file. One that is aborted because the server stops goes back into the queue.
 */
export async function makeExport(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer">,
  claimed: StoredExport,
  stopped: AbortSignal,
): Promise<void> {
  const { db, writer, clock, log } = context;
  const { projectId, exportId, reportId, resultId, format, includeArtifacts } = claimed;
  const unwanted = new AbortController();
  const signal = AbortSignal.any([stopped, unwanted.signal]);
  let done = 0;
  const beat = setInterval(() => {
    noteProgress(db, claimed, writer, done).then(
      (wanted) => wanted || unwanted.abort(),
      (error: unknown) => log.warn({ err: error, export: exportId }, "the progress of an export was not noted"),
    );
  }, beatMs);
  let file: NewExportFile | null = null;
  try {
    file = await filesOf(context).create(projectId, exportId);
    await renderReport(context, { projectId, reportId, resultId, format }, file.out, {
      includeArtifacts,
      origin: context.publicUrl(),
      now: claimed.createdAt,
      signal,
      progress: (tests) => (done = tests),
    });
    const bytes = await file.keep();
    const now = clock();
    const ending = { state: "done", bytes, error: null, now, expiresAt: expiryOf(now) } as const;
    if (await endExport(db, claimed, writer, ending)) await tellExportEnded(context, claimed, null);
    else await filesOf(context).remove(projectId, exportId);
  } catch (error) {
    await file?.discard();
    if (unwanted.signal.aborted) return;
    // Cancelled, or the server stops: of a cancelled one there is nothing left to give back.
    if (stopped.aborted) return await returnExport(db, claimed, writer);
    const reason = reasonOf(error);
    if (reason === null) log.error({ err: error, export: exportId }, "an export failed");
    const now = clock();
    const told = reason ?? "Something went wrong in the server; its log says what.";
    const ending = { state: "failed", bytes: null, error: told, now, expiresAt: expiryOf(now) } as const;
    if (await endExport(db, claimed, writer, ending)) await tellExportEnded(context, claimed, told);
  } finally {
    clearInterval(beat);
  }
}

/** For a person; null for a bug. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Failure || error instanceof OutOfMemory) return error.message;
  const fault = machineFault(error) ?? (isUnavailable(error) ? "The database could not be reached" : null);
  return fault === null ? null : `${fault}. Nothing of the export was kept; ask for it again later.`;
}
