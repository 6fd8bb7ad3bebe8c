import {
  downloadHtmlExport,
  type ExportFormat,
  exportReportJson,
  exportReportPdf,
  exportTestHtml,
  exportTestJson,
  exportTestPdf,
  readExportFile,
} from "@plumb/contract/runs/exports.ts";
import { found } from "./exports.ts";
import { exportFileName } from "#exports/file-name.ts";
import { openExportFile } from "#exports/queue/export-files.ts";
import { openReport } from "#exports/source/open-report.ts";
import { requireArtifacts } from "#exports/source/require-artifacts.ts";
import { renderReport, type RequestedExport } from "#exports/render/render-report.ts";
import { createSemaphore } from "#core/semaphore.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import type { Caller } from "#http/caller.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import type { SentFile } from "#http/send-file.ts";
import { auditWindows, recordCountedAudit, reportAuditEntry } from "#store/administration/audit.ts";
import { resultNamed, type StoredExport } from "#store/exports/exports.ts";

/** Maximum number of exports to generate while they are sent. Each takes a processor core. Others wait. */
const atOnce = 2;
const maxPerMinute = 30;

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  json: "application/json",
  pdf: "application/pdf",
  html: "application/zip",
};

/** Routes for clients that download exports directly, without a job. */
export function exportDownloadRoutes(
  api: Api<"blobs" | "bus" | "clock" | "config" | "db" | "exportBlobs" | "publicUrl" | "signer" | "threads">,
  { clock }: Pick<Context, "clock">,
): void {
  const semaphore = createSemaphore(atOnce);
  const limit = createRateLimit({ max: maxPerMinute, windowMs: 60_000, clock });

  const rendered = async (
    call: {
      context: Pick<Context, "blobs" | "db" | "publicUrl" | "threads">;
      caller: Caller;
      request: FastifyRequest;
      now: Date;
    },
    requested: RequestedExport,
    includeArtifacts = false,
  ): Promise<SentFile> => {
    const { context, caller, now } = call;
    limit.count(caller.kind === "user" ? `user:${caller.user.id}` : caller.kind === "key" ? `key:${caller.keyId}` : "");
    const { head, stored } = await openReport(context, requested);
    await requireArtifacts(context.db, { ...requested, includeArtifacts }, stored);
    const { projectId, format } = requested;
    const entry = reportAuditEntry("export.downloaded", projectId, head.report, { format });
    await recordCountedAudit(context.db, actorOf(call), entry, auditWindows.hour);
    const [only] = requested.resultId === null ? [] : await stored.rowsAfter(null);
    return {
      name: exportFileName(head.report, format, only?.titlePath.at(-1) ?? null, includeArtifacts && format === "html"),
      type: contentTypes[format],
      body: (out, signal) =>
        semaphore.take(signal, () =>
          renderReport(context, requested, out, {
            includeArtifacts,
            origin: context.publicUrl(),
            now,
            signal,
            progress: () => undefined,
          }),
        ),
    };
  };

  for (const [endpoint, format] of [
    [exportReportJson, "json"],
    [exportReportPdf, "pdf"],
  ] as const) {
    api.file(endpoint, ({ projectId, params, ...call }) =>
      rendered(call, { projectId, ...params, resultId: null, format }),
    );
  }

  for (const [endpoint, format] of [
    [exportTestJson, "json"],
    [exportTestPdf, "pdf"],
  ] as const) {
    api.file(endpoint, async ({ projectId, params: { reportId, testCaseId }, ...call }) => {
      const resultId = await resultOf(call.context, { projectId, reportId }, testCaseId);
      return rendered(call, { projectId, reportId, resultId, format });
    });
  }

  api.file(exportTestHtml, async ({ projectId, params: { reportId, testCaseId }, query, ...call }) => {
    const resultId = await resultOf(call.context, { projectId, reportId }, testCaseId);
    return rendered(call, { projectId, reportId, resultId, format: "html" }, query.includeArtifacts);
  });

  api.file(readExportFile, async ({ context, params, now }) => {
    const ids = /^export:(\d+):(\d+)$/.exec(context.signer.verify(params.token, now) ?? "");
    if (ids === null) throw new ApiError("forbidden", "This link has expired. Open the list of exports for a new one.");
    return finishedFile(context, await found({ context, projectId: Number(ids[1]) }, { exportId: Number(ids[2]) }));
  });

  api.file(downloadHtmlExport, async ({ context, projectId, params }) =>
    finishedFile(context, await found({ context, projectId }, { ...params, format: "html" })),
  );
}

/** Digits are treated as an id, so a test whose name is a number can only be found by its id. */
async function resultOf(
  { db }: Pick<Context, "db">,
  { projectId, reportId }: { projectId: number; reportId: number },
  testCaseId: string,
): Promise<number> {
  if (/^\d{1,15}$/.test(testCaseId)) return Number(testCaseId);
  const resultId = await resultNamed(db, projectId, reportId, testCaseId);
  if (resultId === null) throw new ApiError("not_found", "This report has no test with this name.");
  return resultId;
}

/**
 * Returns the file of an export.
 *
 * @throws ApiError `conflict` with the progress, or with the reason for a missing file.
 */
async function finishedFile(context: Pick<Context, "exportBlobs">, stored: StoredExport): Promise<SentFile> {
  const { state, done, total, error, projectId, exportId, fileName, format } = stored;
  if (state === "queued") throw new ApiError("conflict", "This export has not started yet. Try again in a moment.");
  if (state === "running")
    throw new ApiError(
      "conflict",
      `This export is in progress: ${done} of ${total} tests have been exported. Try again in a moment.`,
    );
  if (state === "failed") throw new ApiError("conflict", `This export failed: ${error ?? "unknown reason"}`);
  if (state === "cancelled") throw new ApiError("conflict", "This export was cancelled.");
  const file = await openExportFile(context, projectId, exportId);
  if (file === null)
    throw new ApiError("not_found", "The file of this export no longer exists. Export the report again.");
  return { name: fileName, type: contentTypes[format], size: file.size, body: file.stream };
}
