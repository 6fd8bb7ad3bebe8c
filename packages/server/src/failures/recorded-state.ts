import { text } from "node:stream/consumers";
import { apiResponse } from "@plumb/analysis/classification/api-response.ts";
import type { ClassifiedFailure } from "@plumb/analysis/classification/classify.ts";
import { pageSnapshotIn } from "@plumb/analysis/errors/recorded-state.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { machineFault } from "#core/machine-fault.ts";
import type { Db } from "#store/db.ts";
import type { FailureWithOutput } from "#store/failures/failures.ts";
import { artifactsOfResults } from "#store/results/artifacts.ts";

/** Names of attachments that contain a snapshot of the page. */
const snapshotName = /error-context|page[ _-]?snapshot/i;
const maxBytes = 64 * 1024;

export interface RecordedState {
  /** The attached snapshot of the page, or the last response in the output of an API test; `null` if nothing was recorded. */
  readonly page: string | null;
  /** True if the test attached a screenshot, a video or a trace. */
  readonly isBrowserTest: boolean;
}

/** Returns the state at the time of a failure. */
export async function recordedState(
  { db, blobs, projectId }: { readonly db: Db; readonly blobs: BlobStore; readonly projectId: number },
  { runId, resultId, attempt, stdout, stderr }: FailureWithOutput,
  failure: ClassifiedFailure,
): Promise<RecordedState> {
  const artifacts = await artifactsOfResults(db, projectId, runId, [resultId]);
  const isBrowserTest = artifacts.some(({ kind }) => kind === "screenshot" || kind === "video" || kind === "trace");
  const snapshot = artifacts.findLast(
    (artifact) => (artifact.attempt ?? attempt) === attempt && snapshotName.test(artifact.name),
  );
  if (snapshot !== undefined && snapshot.blobHash !== null) {
    const page = await readSnapshot(blobs, projectId, snapshot.blobHash);
    if (page !== null) return { page, isBrowserTest };
  }
  return { page: apiResponse(failure, [stderr, stdout]), isBrowserTest };
}

/** Returns `null` without a snapshot, or while files cannot be read: a failure is classified by its error in any case. */
async function readSnapshot(blobs: BlobStore, projectId: number, hash: string): Promise<string | null> {
  try {
    const blob = await blobs.open(projectId, hash, { start: 0, end: maxBytes - 1 });
    return blob === null ? null : pageSnapshotIn(await text(blob.stream));
  } catch (error) {
    if (machineFault(error) === null) throw error;
    return null;
  }
}
