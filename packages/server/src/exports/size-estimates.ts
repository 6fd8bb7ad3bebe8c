import type { SizeEstimates } from "@plumb/contract/runs/exports.ts";
import { formatBytes } from "@plumb/contract/figures.ts";
import type { Db } from "#store/db.ts";
import { exportWeights } from "#store/exports/exports.ts";
import { reportById } from "#store/runs/runs.ts";

// Size of the zip and duration of an HTML export, measured with generated reports of 3 to 100,000 tests: the viewer, 45 bytes per test for its row,
// and the details, which compress about as well as in the database.
const viewerBytes = 190_000;
const bytesPerTest = 45;
const bytesPerDetailByte = 0.95;
const testsPerSecond = 10_000;
const artifactBytesPerSecond = 40 * 1024 * 1024;
/** Minimum number of seconds until the download is ready. */
const minSeconds = 2;

/** Estimates the size and duration of an HTML export of the report; `null` if the report does not exist. */
export async function estimateSizes(db: Db, projectId: number, reportId: number): Promise<SizeEstimates | null> {
  const report = await reportById(db, projectId, reportId);
  if (report === null) return null;
  const { total } = report.summary;
  const { detailBytes, artifactBytes, artifactCount } = await exportWeights(db, projectId, reportId);
  const lite = viewerBytes + total * bytesPerTest + Math.round(detailBytes * bytesPerDetailByte);
  const seconds = minSeconds + total / testsPerSecond;
  return {
    lite: { bytes: lite, formattedSize: formatBytes(lite), seconds: Math.ceil(seconds) },
    full: {
      bytes: lite + artifactBytes,
      formattedSize: formatBytes(lite + artifactBytes),
      seconds: Math.ceil(seconds + artifactBytes / artifactBytesPerSecond),
      artifactCount,
    },
  };
}
