import { Readable } from "node:stream";
import type { BlobStore } from "#core/blob-store.ts";
import { forEachConcurrently } from "#core/for-each-concurrently.ts";
import { damageIn, verifiedContent } from "#files/blobs/verified-content.ts";
import type { BlobReference } from "#store/backup/snapshot.ts";
import { type BackupTarget, blobFolder } from "./backup-target.ts";
import { readBlobList } from "./blob-list.ts";
import type { Manifest } from "./manifest.ts";

const concurrency = 8;

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
  from: Pick<BlobStore, "open">,
  to: Pick<BlobStore, "putStream" | "size">,
  blobs: AsyncIterable<BlobReference>,
  onLost: (blob: BlobReference, reason: "missing" | "damaged") => void,
): Promise<CopiedBlobs> {
  const totals = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 };
  await forEachConcurrently(blobs, concurrency, async (blob) => {
    const copy = await copyBlob(from, to, blob);
    if (copy === "missing" || copy === "damaged") return onLost(blob, copy);
    totals.count++;
    totals.bytes += copy.bytes;
    if (!copy.copied) return;
    totals.copied++;
    totals.copiedBytes += copy.bytes;
  });
  return totals;
}

/**
 * Copies the blobs of a backup.
 *
 * @throws Error with a message for the operator if one is missing or damaged that was not so before the backup.
 */
export async function copyFromBackup(
  target: BackupTarget,
  { file, lost }: Pick<Manifest["blobs"], "file" | "lost">,
  to: Pick<BlobStore, "putStream" | "size">,
): Promise<CopiedBlobs> {
  const known = new Set(lost.map(keyOf));
  return copyBlobs(target.blobs, to, readBlobList(target, file), (blob, reason) => {
    if (known.has(keyOf(blob))) return;
    const path = `${blobFolder}/${blob.projectId}/${blob.hash.slice(0, 2)}/${blob.hash}`;
    throw new Error(`The backup is damaged: the file ${path} is ${reason}. Use another backup.`);
  });
}

function keyOf({ projectId, hash }: Pick<BlobReference, "projectId" | "hash">): string {
  return `${projectId}/${hash}`;
}

async function copyBlob(
  from: Pick<BlobStore, "open">,
  to: Pick<BlobStore, "putStream" | "size">,
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
