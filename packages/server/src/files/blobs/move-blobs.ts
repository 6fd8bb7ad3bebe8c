import { Readable } from "node:stream";
import type { BlobStore, StoredBlob } from "#core/blob-store.ts";
import { forEachConcurrently } from "#core/for-each-concurrently.ts";
import { DamagedBlob, damageIn, verifiedContent } from "./verified-content.ts";

const pageSize = 1000;
const concurrency = 8;

export interface MoveResult {
  copied: number;
  copiedBytes: number;
  /** Blobs that were in the target already. */
  present: number;
  readonly failed: { readonly projectId: number; readonly hash: string; readonly reason: string }[];
}

interface Move {
  readonly from: BlobStore;
  readonly to: BlobStore;
  /** True to compare only the size of blobs that are in the target already. */
  readonly trustsSizes: boolean;
  readonly signal: Pick<AbortSignal, "aborted">;
  readonly onProgress: (result: MoveResult) => void;
}

/**
 * Copies all blobs to another store and reads each of them again there. Blobs that the target already has are compared, so that an interrupted move
 * can be repeated. Stops if a store does not work; a damaged blob is reported, and the others are copied.
 */
export async function moveBlobs(move: Move): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, copiedBytes: 0, present: 0, failed: [] };
  for (const projectId of (await move.from.projects()).toSorted((a, b) => a - b))
    for (let after: string | null = ""; after !== null && !move.signal.aborted;) {
      const page: Awaited<ReturnType<BlobStore["list"]>> = await move.from.list(projectId, after, pageSize);
      await forEachConcurrently(page.blobs, concurrency, async (blob) => {
        if (move.signal.aborted) return;
        await moveBlob(move, projectId, blob, result);
        move.onProgress(result);
      });
      after = page.next;
    }
  return result;
}

async function moveBlob(move: Move, projectId: number, { hash, bytes }: StoredBlob, result: MoveResult): Promise<void> {
  const { from, to, trustsSizes } = move;
  try {
    if ((await to.size(projectId, hash)) === bytes && (trustsSizes || (await isIntact(to, projectId, hash)))) {
      result.present += 1;
      return;
    }
    const source = await from.open(projectId, hash);
    // Deleted since it was listed, by the server that uses the source.
    if (source === null) return;
    await to.putStream(projectId, hash, Readable.from(verifiedContent(source.stream, hash), { objectMode: false }));
    if (!(await isIntact(to, projectId, hash))) throw new DamagedBlob("the target has other content than was sent");
    result.copied += 1;
    result.copiedBytes += bytes;
  } catch (error) {
    const reason = damageIn(error) ?? unreadable(error);
    if (reason === null) throw error;
    result.failed.push({ projectId, hash, reason });
  }
}

/** Returns the reason if only one file cannot be read or written. If the disk is full or a bucket does not work, others would fail too. */
function unreadable(error: unknown): string | null {
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["EACCES", "EIO", "EISDIR", "EPERM"].includes(code) ? (error as Error).message : null;
}

async function isIntact(store: BlobStore, projectId: number, hash: string): Promise<boolean> {
  const stored = await store.open(projectId, hash);
  if (stored === null) return false;
  try {
    const content = verifiedContent(stored.stream, hash);
    while ((await content.next()).done !== true);
    return true;
  } catch (error) {
    if (damageIn(error) === null) throw error;
    return false;
  }
}
