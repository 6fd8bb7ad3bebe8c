import type { Readable } from "node:stream";

/**
 * Stores bytes under their SHA-256, per project: content that many runs share is stored once, and a project can be removed as a whole. Stored bytes
 * are counted, so use `keepContents` to store and `removeFreeContents` to remove.
 */
export interface BlobStore {
  /** Moves the file into the store, or deletes it if the content is already stored. */
  putFile(projectId: number, hash: string, path: string): Promise<void>;
  putBytes(projectId: number, hash: string, bytes: Uint8Array): Promise<void>;
  /** `start` and `end` are inclusive byte offsets. Returns `null` if the blob does not exist. */
  open(
    projectId: number,
    hash: string,
    range?: { start: number; end: number },
  ): Promise<{ size: number; stream: Readable } | null>;
  /** Returns the size in bytes; `null` if the blob does not exist. */
  size(projectId: number, hash: string): Promise<number | null>;
  /** Does nothing if the blob does not exist. */
  remove(projectId: number, hash: string): Promise<void>;
  /** Removes all blobs of a project, if it has any. */
  removeProject(projectId: number): Promise<void>;
  /** Lists all blobs in parts. A project can have several. */
  list(): AsyncIterable<{ readonly projectId: number; readonly hashes: readonly string[] }>;
}
