import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import { exportFileName } from "#exports/file-name.ts";
import { openReport, type ReportRef } from "#exports/source/open-report.ts";
import { requireArtifacts } from "#exports/source/require-artifacts.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import {
  createExport,
  forgetOldExports,
  freshExport,
  type NewExport,
  unfinishedExport,
  unfinishedExports,
} from "#store/exports/exports.ts";

/** Maximum number of unfinished exports per user in all projects, or per project for its API keys. */
const maxUnfinished = 5;
/** Maximum number of exports to keep. A new one replaces the oldest, so that users cannot fill the disk. */
const maxRetained = 50;

export interface ExportRequest extends ReportRef {
  readonly format: ExportFormat;
  readonly includeArtifacts: boolean;
  /** `null` for an API key. */
  readonly requesterId: number | null;
}

/**
 * Queues an export and returns its id. If the same user has the same export in progress, or finished since the last change of the report, its id is
 * returned instead.
 *
 * @throws ApiError `not_found`, `rate_limited`; `conflict` for an HTML export with artifacts if there are none.
 */
export async function requestExport(
  context: Pick<Context, "blobs" | "bus" | "clock" | "db">,
  request: ExportRequest,
): Promise<number> {
  const { db, bus, clock } = context;
  const { projectId, resultId, format, includeArtifacts } = request;
  const { head, stored } = await openReport(context, request);
  await requireArtifacts(db, request, stored);
  const [only] = resultId === null ? [] : await stored.rowsAfter(null);
  const requested: NewExport = {
    ...request,
    // JSON exports reference artifacts by content hash and never contain them.
    includeArtifacts: includeArtifacts && format !== "json",
    total: head.total,
    fileName: exportFileName(
      head.report,
      format,
      only?.titlePath.at(-1) ?? null,
      includeArtifacts && format === "html",
    ),
    now: clock(),
  };
  const same = (await unfinishedExport(db, requested)) ?? (await freshExport(db, requested));
  if (same !== null) return same;
  if ((await unfinishedExports(db, projectId, request.requesterId)) >= maxUnfinished)
    throw new ApiError(
      "rate_limited",
      `${maxUnfinished} exports are already in progress. Wait for one to finish, or cancel one.`,
    );
  await forgetOldExports(db, projectId, request.requesterId, maxRetained - 1);
  const exportId = await db.transaction().execute(async (transaction) => {
    const id = await createExport(transaction, requested);
    await enqueue(transaction, { kind: "make-export", projectId, data: { exportId: id }, now: requested.now });
    return id;
  });
  bus.publish({ about: "jobs" });
  return exportId;
}
