import type { Readable } from "node:stream";

/**
 * Keeps bytes under their SHA-256, per project: what fifty runs share is kept once, and a project goes away whole. Stored bytes
 * are counted, so store with `keepContents` and remove with `removeFreeContents`.
 */
export interface BlobStore {
  /** Moves the file in, or drops it if the content is there already. The file is gone afterwards. */
  keepFile(projectId: number, hash: string, path: string): Promise<void>;
  keepBytes(projectId: number, hash: string, bytes: Uint8Array): Promise<void>;
  /** `start` and `end` are inclusive byte offsets. Null if the blob is not there. */
  open(
    projectId: number,
    hash: string,
    range?: { start: number; end: number },
  ): Promise<{ size: number; stream: Readable } | null>;
  /** Bytes of a blob; null if it is not there. */
  size(projectId: number, hash: string): Promise<number | null>;
  /** Nothing happens if it is not there. */
  remove(projectId: number, hash: string): Promise<void>;
  /** Removes everything of a project; nothing happens if it has nothing. */
  removeProject(projectId: number): Promise<void>;
}
