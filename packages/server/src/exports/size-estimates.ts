import type { SizeEstimates } from "@plumb/contract/exports.ts";
import { sizeText } from "#ingest/spool.ts";
import type { Db } from "#store/db.ts";
import { exportWeights } from "#store/exports.ts";
import { reportById } from "#store/runs.ts";

// Measured on exports of made reports: what the zip of an HTML export weighs and how long it takes.
const viewerBytes = 50 * 1024;
const bytesPerTest = 60;
const bytesPerDetailByte = 1.3;
const testsPerSecond = 2000;
const artifactBytesPerSecond = 40 * 1024 * 1024;
/** What the smallest one takes until it is downloaded. */
const leastSeconds = 2;

/** How large an HTML export of the report will be and how long it will take; null if there is no such report. */
export async function estimateSizes(db: Db, projectId: number, reportId: number): Promise<SizeEstimates | null> {
  const report = await reportById(db, projectId, reportId);
  if (report === null) return null;
  const { total } = report.summary;
  const { detailBytes, artifactBytes, artifactCount } = await exportWeights(db, projectId, reportId);
  const lite = viewerBytes + total * bytesPerTest + Math.round(detailBytes * bytesPerDetailByte);
  const seconds = leastSeconds + total / testsPerSecond;
  return {
    lite: { bytes: lite, formattedSize: sizeText(lite), seconds: Math.ceil(seconds) },
    full: {
      bytes: lite + artifactBytes,
      formattedSize: sizeText(lite + artifactBytes),
      seconds: Math.ceil(seconds + artifactBytes / artifactBytesPerSecond),
      artifactCount,
    },
  };
}
