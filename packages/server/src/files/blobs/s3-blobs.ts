import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  type _Object,
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  type S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Logger } from "pino";
import type { S3Location } from "#config.ts";
import type { BlobLinks, BlobStore, StoredBlob } from "#core/blob-store.ts";
import { sizeOf } from "./file-blobs.ts";
import { blobPath, isBlobName, projectOfFolder } from "./blob-name.ts";
import { checkedContent } from "./checked-content.ts";
import { createClients, defaultTimeouts, encryptionOf, folderOf, partLimits, type S3Timeouts } from "./s3-client.ts";
import { s3Links } from "./s3-links.ts";
import { StorageHealth } from "./storage-health.ts";

const limits = {
  /** Objects that are deleted at the same time. */
  deletions: 8,
  /** Maximum of S3. */
  page: 1000,
} as const;

/** Ids of projects start at 1. */
const noProject = 0;
const noBlob = "0".repeat(64);

interface Options {
  readonly credentials?: S3ClientConfig["credentials"];
  readonly log?: Pick<Logger, "error" | "warn">;
  readonly timeouts?: S3Timeouts;
  /** See `openBlobs`. */
  readonly checksHash?: boolean;
}

/**
 * Stores blobs as objects: `<prefix>/<project>/<first two digits>/<hash>`. Credentials come from the environment, as the SDK of AWS finds them: keys
 * first, then the identity of the workload.
 */
export class S3Blobs implements BlobStore {
  readonly links: BlobLinks | null;
  readonly #sending: S3Client;
  readonly #reading: S3Client;
  readonly #health: StorageHealth;
  readonly #idleMs: number;
  readonly #checksHash: boolean;
  readonly #bucket: string;
  /** Prefix of all keys. */
  readonly #folder: string;
  readonly #encryption: ReturnType<typeof encryptionOf>;

  constructor(location: S3Location, { credentials, log, timeouts = defaultTimeouts, checksHash = true }: Options = {}) {
    const { sending, reading, signing } = createClients(location, credentials, timeouts);
    this.#sending = sending;
    this.#reading = reading;
    this.#health = new StorageHealth(log);
    this.#idleMs = timeouts.idleMs;
    this.#checksHash = checksHash;
    this.#bucket = location.bucket;
    this.#folder = folderOf(location);
    this.#encryption = encryptionOf(location);
    const { publicUrl } = location;
    this.links =
      publicUrl === undefined
        ? null
        : s3Links(signing, { ...location, publicUrl }, (projectId, hash) => this.#object(projectId, hash));
  }

  async putFile(projectId: number, hash: string, path: string): Promise<void> {
    const stored = await this.size(projectId, hash);
    const size = await sizeOf(path);
    if (size === null && stored !== null) return;
    // An object of another size is damaged, and replaced. A missing file is an error of its stream.
    if (size === null || stored !== size) await this.putStream(projectId, hash, createReadStream(path));
    await rm(path, { force: true });
  }

  async putBytes(projectId: number, hash: string, bytes: Uint8Array): Promise<void> {
    if ((await this.size(projectId, hash)) === bytes.length) return;
    const object = { ...this.#object(projectId, hash), ...this.#encryption };
    await this.#health.follow(this.#sending.send(new PutObjectCommand({ ...object, Body: bytes })));
  }

  async putStream(projectId: number, hash: string, stream: Readable): Promise<void> {
    const params = { ...this.#object(projectId, hash), ...this.#encryption, Body: stream };
    // Parts of an upload that fails are deleted; a file becomes visible only when it is complete.
    await this.#health.follow(new Upload({ client: this.#sending, params, ...partLimits }).done());
  }

  async open(
    projectId: number,
    hash: string,
    range?: { start: number; end: number },
  ): Promise<{ size: number; stream: Readable } | null> {
    const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const request = this.#reading.send(new GetObjectCommand({ ...this.#object(projectId, hash), ...Range }));
    const found = await this.#health.ifPresent(request.catch(unlessBeyondEnd));
    if (found === null) return null;
    if (found === "beyond the end") return { size: (await this.size(projectId, hash)) ?? 0, stream: Readable.from([]) };
    const totalSize = /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1];
    const stream = checkedContent(found.Body as Readable, {
      hash,
      idleMs: this.#idleMs,
      isFull: range === undefined && this.#checksHash,
      failed: (cause) => this.#health.failed(cause),
    });
    return { size: Number(totalSize ?? found.ContentLength), stream };
  }

  async size(projectId: number, hash: string): Promise<number | null> {
    const request = this.#reading.send(new HeadObjectCommand(this.#object(projectId, hash)));
    const found = await this.#health.ifPresent(request);
    return found === null ? null : (found.ContentLength ?? 0);
  }

  async projects(): Promise<number[]> {
    const ids: number[] = [];
    for (let token: string | undefined, more = true; more;) {
      const found = await this.#list({ Prefix: this.#folder, Delimiter: "/" }, token);
      for (const { Prefix = "" } of found.CommonPrefixes ?? []) {
        const id = projectOfFolder(Prefix.slice(this.#folder.length, -1));
        if (id !== null) ids.push(id);
      }
      token = found.NextContinuationToken;
      more = token !== undefined;
    }
    return ids;
  }

  async list(projectId: number, after: string, limit: number): Promise<{ blobs: StoredBlob[]; next: string | null }> {
    const page = {
      Prefix: `${this.#folder}${projectId}/`,
      MaxKeys: Math.min(limit, limits.page),
      ...(after === "" ? {} : { StartAfter: this.#object(projectId, after).Key }),
    };
    for (let token: string | undefined; ;) {
      const found = await this.#list(page, token);
      const blobs = (found.Contents ?? []).flatMap(blobOf);
      token = found.NextContinuationToken;
      if (token === undefined) return { blobs, next: null };
      // A page without blobs contains objects of other programs only.
      const last = blobs.at(-1);
      if (last !== undefined) return { blobs, next: last.hash };
    }
  }

  async remove(projectId: number, hash: string): Promise<void> {
    await this.#health.follow(this.#reading.send(new DeleteObjectCommand(this.#object(projectId, hash))));
  }

  async removeProject(projectId: number): Promise<void> {
    // Each page is read once, so that this ends even if the bucket does not allow to delete.
    for (let after: string | null = ""; after !== null;) {
      const page: Awaited<ReturnType<BlobStore["list"]>> = await this.list(projectId, after, limits.page);
      for (let index = 0; index < page.blobs.length; index += limits.deletions)
        await Promise.all(
          page.blobs.slice(index, index + limits.deletions).map(({ hash }) => this.remove(projectId, hash)),
        );
      after = page.next;
    }
  }

  async removeUnfinished(before: Date): Promise<number> {
    const Bucket = this.#bucket;
    const { Uploads = [] } = await this.#health.follow(
      this.#reading.send(new ListMultipartUploadsCommand({ Bucket, Prefix: this.#folder, MaxUploads: limits.page })),
    );
    const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
    for (const { Key, UploadId } of old)
      await this.#health.follow(this.#reading.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    return old.length;
  }

  fault(): string | null {
    const { fault } = this.#health;
    // Without a request, a fault would be reported long after the storage works again.
    if (fault !== null) this.#health.probe(() => this.size(noProject, noBlob));
    return fault;
  }

  #object(projectId: number, hash: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#folder}${blobPath(projectId, hash)}` };
  }

  #list(page: Omit<ListObjectsV2CommandInput, "Bucket">, token: string | undefined) {
    const rest = token === undefined ? {} : { ContinuationToken: token };
    return this.#health.follow(
      this.#reading.send(new ListObjectsV2Command({ Bucket: this.#bucket, ...page, ...rest })),
    );
  }
}

/** Returns an empty list for objects of other programs. */
function blobOf({ Key = "", Size = 0, LastModified }: _Object): StoredBlob[] {
  const hash = Key.slice(Key.lastIndexOf("/") + 1);
  return isBlobName(hash) && LastModified !== undefined ? [{ hash, bytes: Size, storedAt: LastModified }] : [];
}

/** A range that starts at the end or later is empty, as for files. An empty object has no other. */
function unlessBeyondEnd(error: unknown): "beyond the end" {
  if ((error as Error).name === "InvalidRange") return "beyond the end";
  throw error;
}
