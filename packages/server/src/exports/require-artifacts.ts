import type { ReportRef } from "#exports/open-report.ts";
import type { StoredReport } from "#exports/stored-report.ts";
import { Failure } from "#http/failure.ts";
import type { Db } from "#store/db.ts";
import { hasArtifacts } from "#store/exports.ts";

/** An HTML export with artifacts is there only where there are some. @throws Failure `conflict` where there are none. */
export async function requireArtifacts(
  db: Db,
  { projectId, reportId, resultId }: ReportRef,
  stored: Pick<StoredReport, "resultsAfter">,
): Promise<void> {
  if (resultId === null) {
    if (await hasArtifacts(db, projectId, reportId)) return;
    throw new Failure("conflict", "No artifacts available in this report");
  }
  const { artifacts } = await stored.resultsAfter(null, undefined);
  if (artifacts.every(({ blobHash }) => blobHash === null))
    throw new Failure("conflict", "No artifacts available in this test");
}
