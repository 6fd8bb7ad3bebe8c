import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { S3Location } from "#config.ts";
import { hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";
import { checkStorage } from "./check-storage.ts";
import { s3Blobs } from "./s3-blobs.ts";

function locationOf(endpoint: string): S3Location {
  const plain = { region: undefined, encryption: undefined, kmsKey: undefined };
  return { bucket: "blobs", prefix: "plumb", endpoint, pathStyle: true, ...plain };
}

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

  const blobs = () => s3Blobs(locationOf(storage.endpoint), storage.credentials);
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

  test("lists the blobs of all projects", async () => {
    const exports = s3Blobs({ ...locationOf(storage.endpoint), prefix: "exports" }, storage.credentials);
    const hashes = Array.from({ length: 3 }, (_, index) => hashOf(Buffer.from(`export ${index}`)));
    for (const [index, hash] of hashes.entries()) await exports.putBytes(index === 0 ? 7 : 8, hash, content);
    const listed = new Map<number, string[]>();
    for await (const { projectId, hashes: found } of exports.list())
      listed.set(projectId, [...(listed.get(projectId) ?? []), ...found]);
    expect([...listed].map(([projectId, found]) => [projectId, found.toSorted()])).toEqual([
      [7, hashes.slice(0, 1)],
      [8, hashes.slice(1).toSorted()],
    ]);
  });

  test("the check at the start finds wrong credentials and a missing bucket", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    await checkStorage({ blobs: blobs(), log });
    expect(lines).toEqual([]);
    const wrong = s3Blobs(locationOf(storage.endpoint), { ...storage.credentials, secretAccessKey: "wrong" });
    await expect(checkStorage({ blobs: wrong, log })).rejects.toThrow(
      "PLUMB_BLOBS cannot be used. The object storage:",
    );
    const missing = s3Blobs({ ...locationOf(storage.endpoint), bucket: "missing" }, storage.credentials);
    await expect(checkStorage({ blobs: missing, log })).rejects.toThrow("PLUMB_BLOBS cannot be used.");
  });

  test("wrong credentials are refused, and the local file is kept", async () => {
    const path = join(folder, "picture.png");
    writeFileSync(path, content);
    const wrong = s3Blobs(locationOf(storage.endpoint), { ...storage.credentials, secretAccessKey: "wrong" });
    await expect(wrong.putFile(5, hashOf(content), path)).rejects.toMatchObject({ code: "STORAGE_REFUSED" });
    expect(existsSync(path)).toBe(true);
  });
});

test("storage that does not respond is a temporary fault", async () => {
  const away = s3Blobs(locationOf("http://127.0.0.1:9"), { accessKeyId: "plumb", secretAccessKey: "secret" });
  await expect(away.size(1, hashOf(Buffer.from("x")))).rejects.toMatchObject({ code: "STORAGE_AWAY" });
  const lines: string[] = [];
  await checkStorage({ blobs: away, log: pino({}, { write: (line: string) => void lines.push(line) }) });
  expect(lines.join()).toContain("PLUMB_BLOBS cannot be reached");
});
