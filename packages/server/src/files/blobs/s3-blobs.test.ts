import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spansOf } from "#testing/recorded-spans.ts";
import { bucketLocation, hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";
import { checkStorage } from "./check-storage.ts";
import { S3Blobs } from "./s3-blobs.ts";

const locationOf = (endpoint: string) => bucketLocation("blobs", endpoint);

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

// Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
describe.skipIf(!hasSwift)("blobs in a bucket", () => {
  let storage: ObjectStorage;
  const folder = mkdtempSync(join(tmpdir(), "plumb-s3-"));

  beforeAll(async () => {
    storage = await startSwift();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await storage[Symbol.asyncDispose]();
  });

  const store = (checksHash: boolean) =>
    new S3Blobs(locationOf(storage.endpoint), { credentials: storage.credentials, checksHash });
  const blobs = () => store(true);
  const content = Buffer.from("a trace of a test");

  test("bytes are stored once, and read as a whole or in part", async () => {
    const hash = hashOf(content);
    await blobs().putBytes(1, hash, content);
    await blobs().putBytes(1, hash, content);
    expect(await blobs().size(1, hash)).toBe(content.length);
    const all = await blobs().open(1, hash);
    expect(all && (await buffer(all.stream))).toEqual(content);
    const part = await blobs().open(1, hash, { start: 2, end: 6 });
    expect(part?.size).toBe(content.length);
    expect(part && (await buffer(part.stream)).toString()).toBe("trace");
  });

  test("each command is a span without the key of the object", async () => {
    const hash = hashOf(content);
    const spans = await spansOf(async () => {
      await blobs().putBytes(7, hash, content);
      await blobs().size(7, hash);
      expect(await blobs().open(7, hashOf(Buffer.from("absent")))).toBeNull();
    });
    expect(spans.map(({ name, error }) => [name, error])).toContainEqual(["S3/PutObject", null]);
    expect(spans.at(-1)).toMatchObject({ name: "S3/GetObject", error: "NoSuchKey" });
    for (const { attributes } of spans) expect(attributes).toMatchObject({ "aws.s3.bucket": "blobs" });
    expect(JSON.stringify(spans)).not.toContain(hash);
  });

  test("a range of an empty blob, and one after the end, are empty", async () => {
    for (const bytes of [Buffer.alloc(0), content]) {
      await blobs().putBytes(6, hashOf(bytes), bytes);
      const opened = await blobs().open(6, hashOf(bytes), { start: bytes.length, end: bytes.length + 9 });
      expect(opened?.size).toBe(bytes.length);
      expect(opened && (await buffer(opened.stream))).toHaveLength(0);
    }
  });

  test("a large file arrives in parts, and its local copy is deleted", async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, "plumb");
    const path = join(folder, "video.webm");
    writeFileSync(path, bytes);
    await blobs().putFile(2, hashOf(bytes), path);
    expect(existsSync(path)).toBe(false);
    const stored = await blobs().open(2, hashOf(bytes));
    expect(stored && hashOf(await buffer(stored.stream))).toBe(hashOf(bytes));

    writeFileSync(path, bytes);
    await blobs().putFile(2, hashOf(bytes), path);
    expect(existsSync(path)).toBe(false);
  });

  test("a blob that does not exist is null, and removing it does nothing", async () => {
    const hash = hashOf(Buffer.from("never stored"));
    expect(await blobs().size(3, hash)).toBeNull();
    expect(await blobs().open(3, hash)).toBeNull();
    await blobs().remove(3, hash);
  });

  test("deleting a project leaves the blobs of others", async () => {
    const files = Array.from({ length: 25 }, (_, index) => Buffer.from(`file ${index}`));
    for (const bytes of files) await blobs().putBytes(4, hashOf(bytes), bytes);
    await blobs().putBytes(44, hashOf(content), content);
    await blobs().removeProject(4);
    const sizes = await Promise.all(files.map((bytes) => blobs().size(4, hashOf(bytes))));
    expect(sizes.filter((size) => size !== null)).toEqual([]);
    expect(await blobs().size(44, hashOf(content))).toBe(content.length);
  });

  test("content is compared with its name only where the name is its SHA-256", async () => {
    await store(false).putBytes(7, hashOf(Buffer.from("export 1")), content);
    const read = async (checksHash: boolean) => {
      const found = await store(checksHash).open(7, hashOf(Buffer.from("export 1")));
      return buffer(found?.stream ?? Readable.from([]));
    };
    expect(await read(false)).toEqual(content);
    await expect(read(true)).rejects.toThrow("has other content");
  });

  test("the check at the start finds wrong credentials and a missing bucket", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    await checkStorage({ blobs: blobs(), log });
    expect(lines).toEqual([]);
    const wrong = new S3Blobs(locationOf(storage.endpoint), {
      credentials: { ...storage.credentials, secretAccessKey: "wrong" },
    });
    await expect(checkStorage({ blobs: wrong, log })).rejects.toThrow(
      "PLUMB_BLOBS cannot be used. The object storage:",
    );
    const missing = new S3Blobs(
      { ...locationOf(storage.endpoint), bucket: "missing" },
      { credentials: storage.credentials },
    );
    await expect(checkStorage({ blobs: missing, log })).rejects.toThrow("PLUMB_BLOBS cannot be used.");
  });

  test("wrong credentials are refused, and the local file is kept", async () => {
    const path = join(folder, "picture.png");
    writeFileSync(path, content);
    const wrong = new S3Blobs(locationOf(storage.endpoint), {
      credentials: { ...storage.credentials, secretAccessKey: "wrong" },
    });
    await expect(wrong.putFile(5, hashOf(content), path)).rejects.toMatchObject({ code: "STORAGE_REFUSED" });
    expect(existsSync(path)).toBe(true);
  });
});

test("storage that does not respond is a temporary fault", async () => {
  const away = new S3Blobs(locationOf("http://127.0.0.1:9"), {
    credentials: { accessKeyId: "plumb", secretAccessKey: "secret" },
  });
  await expect(away.size(1, hashOf(Buffer.from("x")))).rejects.toMatchObject({ code: "STORAGE_AWAY" });
  const lines: string[] = [];
  await checkStorage({ blobs: away, log: pino({}, { write: (line: string) => void lines.push(line) }) });
  expect(lines.join()).toContain("PLUMB_BLOBS does not work now. The object storage: connect ECONNREFUSED");
});
