import type { Writable } from "node:stream";
import type { ExportFormat } from "@plumb/contract/exports.ts";
import { openReport, type ReportRef } from "#exports/open-report.ts";
import { renderInThread } from "#exports/render-in-thread.ts";
import { renderers } from "#exports/rendering.ts";
import type { RenderOptions } from "#exports/report-source.ts";
import { reportSource } from "#exports/stored-report.ts";
import type { Context } from "#http/context.ts";
import { Failure } from "#http/failure.ts";
import { reportById } from "#store/runs.ts";

/** Writing it is little work between two looks into the database. */
const inPlace: readonly ExportFormat[] = ["json"];

export interface WantedExport extends ReportRef {
  readonly format: ExportFormat;
}

/**
 * Writes an export into `out` and ends it.
 *
 * @throws Failure `not_found` if the report is not there, or is deleted meanwhile; the reason of `signal` if that cancels
 * it. Whoever called throws away what was written until then.
 */
export async function renderReport(
  context: Pick<Context, "db" | "blobs">,
  { format, ...ref }: WantedExport,
  out: Writable,
  options: RenderOptions,
): Promise<void> {
  const opened = await openReport(context, ref);
  const render = renderers[format];
  if (render === undefined) throw new Failure("invalid", `Reports cannot be exported as ${format} here.`);
  if (inPlace.includes(format)) await render(reportSource(opened.head, opened.stored), out, options);
  else await renderInThread(format, opened, out, options);
  // Its rows went while they were read: what was written breaks off without a word.
  if ((await reportById(context.db, ref.projectId, ref.reportId)) === null)
    throw new Failure("not_found", "The report was deleted while it was exported.");
}
