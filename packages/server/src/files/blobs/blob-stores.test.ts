import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlobStore } from "#core/blob-store.ts";
import { bucketLocation, hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";
import { fileBlobs } from "./file-blobs.ts";
import { S3Blobs } from "./s3-blobs.ts";

interface Store {
  readonly blobs: BlobStore;
  /** Stores an object or file that is not a blob. */
  readonly addForeign: (path: string) => Promise<void>;
  /** Leaves an unfinished write, which was started now. */
  readonly interruptWrite: () => Promise<void>;
  readonly unfinished: () => Promise<number>;
}

let storage: ObjectStorage | undefined;
const folders = mkdtempSync(join(tmpdir(), "plumb-stores-"));

beforeAll(async () => {
  if (hasSwift) storage = await startSwift();
});
afterAll(async () => {
  rmSync(folders, { recursive: true, force: true });
  await storage?.[Symbol.asyncDispose]();
});

function folderStore(): Store {
  const folder = join(folders, randomUUID());
  return {
    blobs: fileBlobs(folder),
    async addForeign(path) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), "x");
    },
    async interruptWrite() {
      mkdirSync(join(folder, "unfinished"), { recursive: true });
      writeFileSync(join(folder, "unfinished", randomUUID()), "half");
    },
    unfinished: async () => readdirSync(join(folder, "unfinished")).length,
  };
}

function bucketStore(): Store {
  const { bucket: Bucket, endpoint, credentials } = storage as ObjectStorage;
  const prefix = randomUUID();
  const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true });
  return {
    blobs: new S3Blobs(bucketLocation(Bucket, endpoint, { prefix }), { credentials }),
    async addForeign(path) {
      await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}/${path}`, Body: "x" }));
    },
    async interruptWrite() {
      const Key = `${prefix}/1/ab/${randomUUID()}`;
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    },
    async unfinished() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
      return Uploads.length;
    },
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function* cutOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(9 * 1024 * 1024);
  yield Buffer.alloc(9 * 1024 * 1024);
  throw new Error("cut off");
}

async function putMany(blobs: BlobStore, projectId: number, count: number): Promise<string[]> {
  const contents = Array.from({ length: count }, (_, index) => Buffer.from(`file ${index} of ${projectId}`));
  await Promise.all(contents.map((bytes) => blobs.putBytes(projectId, hashOf(bytes), bytes)));
  return contents.map(hashOf).toSorted();
}

describe.each([
  { name: "a folder", open: folderStore, skipped: false },
  // Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
  { name: "a bucket", open: bucketStore, skipped: !hasSwift },
])("blobs in $name", ({ open, skipped }) => {
  test.skipIf(skipped)("are listed by hash in pages, without files of others", async () => {
    const { blobs, addForeign } = open();
    const hashes = await putMany(blobs, 7, 12);
    await putMany(blobs, 70, 3);
    await addForeign("7/ab/readme.txt");
    await addForeign("7/00/.hidden");
    await addForeign("notes/readme.txt");
    const listed: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: Awaited<ReturnType<BlobStore["list"]>> = await blobs.list(7, after, 5);
      expect(page.blobs.length).toBeLessThanOrEqual(5);
      listed.push(...page.blobs.map(({ hash }) => hash));
      after = page.next;
    }
    expect(listed).toEqual(hashes);
    expect((await blobs.projects()).toSorted((a, b) => a - b)).toEqual([7, 70]);
    const [first] = (await blobs.list(70, "", 1)).blobs;
    expect(first?.bytes).toBe("file 0 of 70".length);
    expect(Math.abs(Date.now() - (first?.storedAt.getTime() ?? 0))).toBeLessThan(600_000);
  });

  test.skipIf(skipped)("an empty store has no projects and no blobs", async () => {
    const { blobs } = open();
    expect(await blobs.projects()).toEqual([]);
    expect(await blobs.list(1, "", 10)).toEqual({ blobs: [], next: null });
    expect(await blobs.removeUnfinished(new Date())).toBe(0);
  });

  test.skipIf(skipped)("a stream that fails at its end leaves nothing", async () => {
    const { blobs, unfinished } = open();
    const hash = hashOf(Buffer.from("late"));
    await expect(blobs.putStream(1, hash, Readable.from(cutOff(), { objectMode: false }))).rejects.toThrow("cut off");
    expect(await blobs.size(1, hash)).toBeNull();
    expect(await unfinished()).toBe(0);
  });

  test.skipIf(skipped)("an empty stream and an empty file are stored, and requests afterwards work", async () => {
    const { blobs } = open();
    const hash = hashOf(Buffer.alloc(0));
    await blobs.putStream(1, hash, Readable.from([]));
    expect(await blobs.size(1, hash)).toBe(0);
    const path = join(folders, randomUUID());
    writeFileSync(path, "");
    await blobs.putFile(2, hash, path);
    expect(await blobs.size(2, hash)).toBe(0);
  });

  test.skipIf(skipped)("storing content again replaces a blob of another size", async () => {
    const { blobs } = open();
    const content = Buffer.from("the complete content");
    const hash = hashOf(content);
    await blobs.putStream(1, hash, Readable.from([content.subarray(0, 5)]));
    await blobs.putBytes(1, hash, content);
    const read = await blobs.open(1, hash);
    expect(read && (await buffer(read.stream))).toEqual(content);
    await blobs.putStream(1, hash, Readable.from([content.subarray(0, 5)]));
    const path = join(folders, randomUUID());
    writeFileSync(path, content);
    await blobs.putFile(1, hash, path);
    expect(await blobs.size(1, hash)).toBe(content.length);
  });

  test.skipIf(skipped)("a file can be stored again after it was moved", async () => {
    const { blobs } = open();
    const content = Buffer.from("the file of several results");
    const path = join(folders, randomUUID());
    writeFileSync(path, content);
    await blobs.putFile(1, hashOf(content), path);
    await blobs.putFile(1, hashOf(content), path);
    expect(await blobs.size(1, hashOf(content))).toBe(content.length);
    await expect(blobs.putFile(1, hashOf(Buffer.from("never stored")), path)).rejects.toThrow("ENOENT");
  });

  test.skipIf(skipped)("unfinished writes are removed when they are old", async () => {
    const { blobs, interruptWrite, unfinished } = open();
    await interruptWrite();
    expect(await blobs.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await unfinished()).toBe(1);
    expect(await blobs.removeUnfinished(new Date(Date.now() + 3_600_000))).toBe(1);
    expect(await unfinished()).toBe(0);
  });
});
