import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { S3Location } from "#config.ts";
import type { BlobStore } from "#core/blob-store.ts";

const limits = {
  connectMs: 5000,
  /** Time without any progress of a request. */
  idleMs: 60_000,
  attempts: 4,
  partBytes: 8 * 1024 * 1024,
  /** Parts of a file that are sent at the same time. */
  parts: 2,
  /** Objects that are deleted at the same time. */
  deletions: 8,
} as const;

/** An error of the object storage, with the code that `machineFault` knows. */
class StorageError extends Error {
  readonly code: "STORAGE_AWAY" | "STORAGE_REFUSED";

  constructor(cause: unknown) {
    const { message, $metadata } = cause as Error & { $metadata?: { httpStatusCode?: number } };
    super(`The object storage: ${message}`, { cause });
    const status = $metadata?.httpStatusCode;
    this.code =
      status !== undefined && status >= 400 && status < 500 && status !== 429 ? "STORAGE_REFUSED" : "STORAGE_AWAY";
  }
}

/**
 * Stores blobs as objects: `<prefix>/<project>/<first two digits>/<hash>`. Credentials come from the environment, as the SDK of AWS finds them: the
 * identity of the workload first, then keys.
 */
export function s3Blobs(location: S3Location, credentials?: S3ClientConfig["credentials"]): BlobStore {
  const client = createClient(location, credentials);
  const folder = location.prefix === "" ? "" : `${location.prefix}/`;
  const { bucket: Bucket } = location;
  const keyOf = (projectId: number, hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error("A blob is named by its SHA-256.");
    return `${folder}${projectId}/${hash.slice(0, 2)}/${hash}`;
  };
  const encryption = {
    ...(location.encryption === undefined ? {} : { ServerSideEncryption: location.encryption }),
    ...(location.kmsKey === undefined ? {} : { SSEKMSKeyId: location.kmsKey }),
  };
  const sizeOf = (Key: string) =>
    ifPresent(client.send(new HeadObjectCommand({ Bucket, Key }))).then((found) => found?.ContentLength ?? null);
  const remove = (Key: string) => known(client.send(new DeleteObjectCommand({ Bucket, Key })));

  return {
    async putFile(projectId, hash, path) {
      const Key = keyOf(projectId, hash);
      if ((await sizeOf(Key)) === null) {
        const params = { Bucket, Key, Body: createReadStream(path), ...encryption };
        // Parts of an upload that fails are deleted; a file becomes visible only as a whole.
        await known(new Upload({ client, params, partSize: limits.partBytes, queueSize: limits.parts }).done());
      }
      await rm(path, { force: true });
    },
    async putBytes(projectId, hash, bytes) {
      const Key = keyOf(projectId, hash);
      if ((await sizeOf(Key)) !== null) return;
      await known(client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ...encryption })));
    },
    async open(projectId, hash, range) {
      const Key = keyOf(projectId, hash);
      const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      const found = await ifPresent(
        client.send(new GetObjectCommand({ Bucket, Key, ...Range })).catch(unlessBeyondEnd),
      );
      if (found === null) return null;
      if (found === "beyond the end") return { size: (await sizeOf(Key)) ?? 0, stream: Readable.from([]) };
      const totalSize = /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1];
      return { size: Number(totalSize ?? found.ContentLength), stream: found.Body as Readable };
    },
    size: (projectId, hash) => sizeOf(keyOf(projectId, hash)),
    async remove(projectId, hash) {
      await remove(keyOf(projectId, hash));
    },
    async removeProject(projectId) {
      const Prefix = `${folder}${projectId}/`;
      for (;;) {
        const { Contents = [] } = await known(client.send(new ListObjectsV2Command({ Bucket, Prefix })));
        if (Contents.length === 0) return;
        for (let index = 0; index < Contents.length; index += limits.deletions)
          await Promise.all(Contents.slice(index, index + limits.deletions).map(({ Key = "" }) => remove(Key)));
      }
    },
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const found = await known(client.send(new ListObjectsV2Command({ Bucket, Prefix: folder, ContinuationToken })));
        const blobs = (found.Contents ?? []).flatMap(({ Key = "" }) => {
          const [, project, hash] = /^(\d+)\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(folder.length)) ?? [];
          return project === undefined || hash === undefined ? [] : [{ projectId: Number(project), hash }];
        });
        for (const [projectId, ofProject] of Map.groupBy(blobs, (blob) => blob.projectId))
          yield { projectId, hashes: ofProject.map(({ hash }) => hash) };
        ContinuationToken = found.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
  };
}

function createClient(location: S3Location, credentials: S3ClientConfig["credentials"]): S3Client {
  const { endpoint, pathStyle } = location;
  // Other vendors ignore the region, but the signature needs one.
  const region = location.region ?? (endpoint === undefined ? undefined : "us-east-1");
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: limits.attempts,
    requestHandler: { connectionTimeout: limits.connectMs, requestTimeout: limits.idleMs },
    // Other vendors reject the checksums that the SDK adds by default. Blobs are named by their hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** A range that starts at the end or later is empty, as for files. An empty object has no other. */
function unlessBeyondEnd(error: unknown): "beyond the end" {
  if ((error as Error).name === "InvalidRange") return "beyond the end";
  throw error;
}

async function known<Value>(request: Promise<Value>): Promise<Value> {
  return request.catch((error: unknown) => {
    throw new StorageError(error);
  });
}

/** Returns `null` if the object does not exist. */
async function ifPresent<Value>(request: Promise<Value>): Promise<Value | null> {
  return request.catch((error: unknown) => {
    if (["NoSuchKey", "NotFound"].includes((error as Error).name)) return null;
    throw new StorageError(error);
  });
}
