import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { createExportFile, type NewExportFile, removeExportFile } from "./export-files.ts";
import { expiryOf } from "./retained-exports.ts";
import { OutOfMemory } from "#threads/worker-pool.ts";
import { renderReport } from "#exports/render/render-report.ts";
import { notifyExportEnded } from "./notify-export-ended.ts";
import { machineFault } from "#core/machine-fault.ts";
import { isUnavailable } from "#store/db.ts";
import { endExport, exportsWithFiles, recordProgress, returnExport, startExport } from "#store/exports/exports.ts";

/** Interval for storing the progress and checking for cancellation. */
const beatMs = 1000;

/**
 * Creates an export unless it was cancelled: its file, its row, then the notification. Errors are stored as its reason and leave no file. An export
 * that is aborted because the server stops is queued again.
 *
 * @throws the reason of `stopped`.
 */
export async function makeExport(
  context: Pick<
    Context,
    "blobs" | "bus" | "clock" | "config" | "db" | "exportBlobs" | "log" | "publicUrl" | "reads" | "threads" | "writer"
  >,
  requested: { projectId: number; exportId: number },
  stopped: AbortSignal,
): Promise<void> {
  const { db, writer, clock, log } = context;
  const claimed = await startExport(db, requested, writer);
  if (claimed === null) return;
  const { projectId, exportId, reportId, resultId, format, includeArtifacts } = claimed;
  const unneeded = new AbortController();
  // A cancellation on this server takes effect immediately, on others at the next heartbeat.
  const unsubscribe = context.bus.subscribe((message) => {
    if (message.about === "export-cancelled" && message.exportId === exportId) unneeded.abort();
  });
  const signal = AbortSignal.any([stopped, unneeded.signal]);
  let done = 0;
  const beat = setInterval(() => {
    recordProgress(db, claimed, writer, done).then(
      (stillRequested) => stillRequested || unneeded.abort(),
      (error: unknown) => log.warn({ err: error, export: exportId }, "the progress of an export was not noted"),
    );
  }, beatMs);
  let file = null as NewExportFile | null;
  try {
    // An older state would be offered as current, because a finished export is offered until the report changes again.
    const rendered = await context.reads.read("everything", async ({ db: source }) => {
      await file?.discard();
      file = await createExportFile(context, projectId, exportId);
      await renderReport({ ...context, db: source }, { projectId, reportId, resultId, format }, file.out, {
        includeArtifacts,
        origin: context.publicUrl(),
        now: claimed.createdAt,
        signal,
        progress: (tests) => (done = tests),
      });
      return file;
    });
    const bytes = await rendered.store();
    const now = clock();
    const ending = { state: "done", bytes, error: null, now, expiresAt: expiryOf(now) } as const;
    if (await endExport(db, claimed, writer, ending)) await notifyExportEnded(context, claimed, null);
    else await removeUnneeded(context, projectId, exportId);
  } catch (error) {
    if (unneeded.signal.aborted) return;
    if (stopped.aborted) {
      await returnExport(db, claimed, writer);
      throw error;
    }
    const reason = reasonOf(error);
    if (reason === null) log.error({ err: error, export: exportId }, "an export failed");
    const now = clock();
    const message = reason ?? "Something went wrong on the server; the server log has the reason.";
    const ending = { state: "failed", bytes: null, error: message, now, expiresAt: expiryOf(now) } as const;
    if (await endExport(db, claimed, writer, ending)) await notifyExportEnded(context, claimed, message);
  } finally {
    clearInterval(beat);
    unsubscribe();
    await file?.discard();
  }
}

/** Removes the file of an export that was cancelled. Another replica may have made the export if this process was paused. */
async function removeUnneeded(
  context: Pick<Context, "db" | "exportBlobs">,
  projectId: number,
  exportId: number,
): Promise<void> {
  if ((await exportsWithFiles(context.db, projectId, [exportId])).size === 0)
    await removeExportFile(context, projectId, exportId);
}

/** Marks an export as failed after it has repeatedly crashed the server. */
export async function failExport(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "writer">,
  requested: { projectId: number; exportId: number },
  reason: string,
): Promise<void> {
  const { db, writer, clock } = context;
  const claimed = await startExport(db, requested, writer);
  if (claimed === null) return;
  const now = clock();
  const ending = { state: "failed", bytes: null, error: reason, now, expiresAt: expiryOf(now) } as const;
  if (await endExport(db, claimed, writer, ending)) await notifyExportEnded(context, claimed, reason);
}

/** Returns the reason for users; `null` for a bug. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ApiError || error instanceof OutOfMemory) return error.message;
  const fault = machineFault(error) ?? (isUnavailable(error) ? "The database could not be reached" : null);
  return fault === null ? null : `${fault}. The export was not saved; start it again later.`;
}
