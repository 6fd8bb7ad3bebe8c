import { Readable } from "node:stream";
import type { BlobStore } from "#core/blob-store.ts";
import { damageIn, verifiedContent } from "#files/blobs/verified-content.ts";
import type { BlobReference } from "#store/backup/snapshot.ts";

/** Blobs that are copied at the same time. */
const lanes = 8;

export interface CopiedBlobs {
  readonly count: number;
  readonly bytes: number;
  /** Blobs that `to` did not have. */
  readonly copied: number;
  readonly copiedBytes: number;
}

/**
 * Copies blobs that `to` does not have, and checks their content on the way.
 *
 * @param onLost Called for blobs that are missing or damaged in `from`; an error ends the copy.
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  blobs: AsyncIterator<BlobReference>,
  onLost: (blob: BlobReference, reason: "missing" | "damaged") => void,
): Promise<CopiedBlobs> {
  const totals = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 };
  const failed = new AbortController();
  const runLane = async () => {
    while (!failed.signal.aborted) {
      const next = await blobs.next();
      if (next.done === true) return;
      const copy = await copyBlob(from, to, next.value);
      if (copy === "missing" || copy === "damaged") {
        onLost(next.value, copy);
        continue;
      }
      totals.count++;
      totals.bytes += copy.bytes;
      if (!copy.copied) continue;
      totals.copied++;
      totals.copiedBytes += copy.bytes;
    }
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      runLane().catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  await blobs.return?.();
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return totals;
}

async function copyBlob(
  from: BlobStore,
  to: BlobStore,
  { projectId, hash, bytes }: BlobReference,
): Promise<{ readonly copied: boolean; readonly bytes: number } | "missing" | "damaged"> {
  const existing = await to.size(projectId, hash);
  if (existing !== null && existing === bytes) return { copied: false, bytes };
  const opened = await from.open(projectId, hash);
  if (opened === null) return "missing";
  if (opened.size === existing) {
    opened.stream.destroy();
    return { copied: false, bytes: existing };
  }
  try {
    await to.putStream(projectId, hash, Readable.from(verifiedContent(opened.stream, hash), { objectMode: false }));
    return { copied: true, bytes: opened.size };
  } catch (error) {
    if (damageIn(error) !== null) return "damaged";
    throw error;
  }
}
