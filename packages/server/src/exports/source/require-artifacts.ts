import type { ExportFormat } from "@plumb/contract/runs/exports.ts";
import type { ReportRef } from "./open-report.ts";
import type { StoredReport } from "./stored-report.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import { hasArtifacts } from "#store/exports/exports.ts";

interface ArtifactRequest extends ReportRef {
  readonly format: ExportFormat;
  readonly includeArtifacts: boolean;
}

/** @throws ApiError `conflict` for an HTML export with artifacts if there are none. */
export async function requireArtifacts(
  db: Db,
  { projectId, reportId, resultId, format, includeArtifacts }: ArtifactRequest,
  stored: Pick<StoredReport, "resultsAfter">,
): Promise<void> {
  if (format !== "html" || !includeArtifacts) return;
  if (resultId === null) {
    if (await hasArtifacts(db, projectId, reportId)) return;
    throw new ApiError("conflict", "No artifacts available in this report");
  }
  const { artifacts } = await stored.resultsAfter(null, undefined);
  if (artifacts.every(({ blobHash }) => blobHash === null))
    throw new ApiError("conflict", "No artifacts available in this test");
}
