import type { Writable } from "node:stream";
import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import { viewerFiles } from "#exports/render/html/viewer-files.ts";
import { openReport, type ReportRef } from "#exports/source/open-report.ts";
import { renderInThread } from "./render-in-thread.ts";
import { renderers } from "./rendering.ts";
import type { RenderOptions } from "#exports/source/report-source.ts";
import { reportSource } from "#exports/source/stored-report.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { reportById } from "#store/runs/runs.ts";

/** Writing JSON for fewer tests takes less time than starting a thread. */
const maxInPlace = 1000;

export interface RequestedExport extends ReportRef {
  readonly format: ExportFormat;
}

/**
 * Writes an export to `out` and ends it.
 *
 * @throws ApiError `not_found` if the report does not exist or is deleted in the meantime; the reason of `signal` if
 * it is cancelled. The caller discards partial output.
 */
export async function renderReport(
  context: Pick<Context, "db" | "blobs" | "threads">,
  { format, ...ref }: RequestedExport,
  out: Writable,
  options: RenderOptions,
): Promise<void> {
  const opened = await openReport(context, ref);
  // Checked here, because an error loses its class when a thread posts it.
  if (format === "html") await viewerFiles();
  const inPlace = format === "json" && opened.head.total <= maxInPlace;
  if (inPlace) await renderers[format](reportSource(opened.head, opened.stored), out, options);
  else await renderInThread(context.threads, format, opened, out, options);
  // If the report is deleted while it is read, the output ends without an error.
  if ((await reportById(context.db, ref.projectId, ref.reportId)) === null)
    throw new ApiError("not_found", "The report was deleted while it was being exported.");
}
