import type { Readable } from "node:stream";

export interface StoredBlob {
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/** Headers that a link makes the storage send, whatever it stored. */
export interface LinkHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly cacheControl: string;
}

/** Links with which browsers read blobs from the storage itself. */
export interface BlobLinks {
  readonly origin: string;
  sign(projectId: number, hash: string, headers: LinkHeaders): Promise<string>;
}

/**
 * Stores bytes under their SHA-256, per project: content that many runs share is stored once, and a project can be removed as a whole. Stored bytes
 * are counted, so use `storeContents` to store and `removeFreeContents` to remove.
 */
export interface BlobStore {
  /** Moves the file into the store, or deletes it if the content is already stored. Can be repeated for a file that it has moved. */
  putFile(projectId: number, hash: string, path: string): Promise<void>;
  putBytes(projectId: number, hash: string, bytes: Uint8Array): Promise<void>;
  /** Stores what the stream contains, even if there is a blob of this name. Nothing is stored if the stream fails. */
  putStream(projectId: number, hash: string, stream: Readable): Promise<void>;
  /** `start` and `end` are inclusive byte offsets. Returns `null` if the blob does not exist. */
  open(
    projectId: number,
    hash: string,
    range?: { start: number; end: number },
  ): Promise<{ size: number; stream: Readable } | null>;
  /** Returns the size in bytes; `null` if the blob does not exist. */
  size(projectId: number, hash: string): Promise<number | null>;
  /** Returns the ids of all projects with blobs. */
  projects(): Promise<number[]>;
  /**
   * Lists blobs of a project by hash.
   *
   * @param after Hash of the last blob of the previous page; empty for the first page.
   * @returns `next` is `null` on the last page.
   */
  list(projectId: number, after: string, limit: number): Promise<{ blobs: StoredBlob[]; next: string | null }>;
  /** Does nothing if the blob does not exist. */
  remove(projectId: number, hash: string): Promise<void>;
  /** Removes all blobs of a project, if it has any. */
  removeProject(projectId: number): Promise<void>;
  /** Removes what interrupted writes left before this time. Returns the number of removed writes. */
  removeUnfinished(before: Date): Promise<number>;
  /** `null` if all blobs are read through the server. */
  readonly links: BlobLinks | null;
  /** Returns why the last request to the storage failed, without a full stop; `null` if it worked. */
  fault(): string | null;
}
