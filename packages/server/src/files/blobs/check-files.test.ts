import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BlobLocation } from "#config.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { playwright } from "#testing/reports.ts";
import { bucketLocation, hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";
import { holdBlobs } from "#store/backup/blob-hold.ts";
import { checkFiles } from "./check-files.ts";

const hour = 3_600_000;

let storage: ObjectStorage | undefined;
beforeAll(async () => {
  if (!hasSwift) return;
  storage = await startSwift();
  vi.stubEnv("AWS_ACCESS_KEY_ID", storage.credentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", storage.credentials.secretAccessKey);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await storage?.[Symbol.asyncDispose]();
});

function hashOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Uploads a report with files, whose contents are their names. */
async function sendFiles(plumb: TestApp, key: string, names: readonly string[], suite = "shop"): Promise<void> {
  const attachments = names.map((name) => ({ name, contentType: "image/png", path: name }));
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  const files = { "results.json": report, ...Object.fromEntries(names.map((name) => [name, name])) };
  const { status } = await send(plumb, key, files, { suite });
  expect(status).toBe(200);
}

/** Stores content without an entry in the database, as a crash of an upload leaves it. */
async function orphan(blobs: BlobStore, projectId: number, content: string): Promise<string> {
  await blobs.putBytes(projectId, hashOf(content), Buffer.from(content));
  return hashOf(content);
}

/** Runs the check some time after all files were stored. Returns the lines of the log. */
async function checkAfter(plumb: TestApp, hours: number, stopped?: () => boolean): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const clock = () => new Date(Date.now() + hours * hour);
  await checkFiles({ ...plumb.context, clock, log }, stopped);
  return lines;
}

const existing = async (blobs: BlobStore, projectId: number, hashes: readonly string[]) =>
  Promise.all(hashes.map(async (hash) => (await blobs.size(projectId, hash)) !== null));

const engines: readonly { name: string; skipped: boolean; location: () => BlobLocation | undefined }[] = [
  { name: "a folder", skipped: false, location: () => undefined },
  {
    name: "a bucket",
    // Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
    skipped: !hasSwift,
    location: () => bucketLocation("blobs", storage?.endpoint ?? "", { prefix: randomUUID() }),
  },
];

describe.each(engines)("checking the files of $name", ({ skipped, location }) => {
  const testApp = async () => {
    const blobs = location();
    return createTestApp({}, blobs === undefined ? {} : { blobs });
  };

  test.skipIf(skipped)("old files without an entry are deleted, all others stay", async () => {
    await using plumb = await testApp();
    const { blobs } = plumb.context;
    const { key, projectId } = await seedProject(plumb);
    await sendFiles(plumb, key, ["a.png", "b.png"]);
    const ofProject = await orphan(blobs, projectId, "left by a crash");
    const ofNoProject = await orphan(blobs, projectId + 1000, "left by a deleted project");
    const used = ["a.png", "b.png"].map(hashOf);

    await checkAfter(plumb, 47);
    expect(await existing(blobs, projectId, [...used, ofProject])).toEqual([true, true, true]);
    expect(await existing(blobs, projectId + 1000, [ofNoProject])).toEqual([true]);

    const lines = await checkAfter(plumb, 49);
    expect(await existing(blobs, projectId, [...used, ofProject])).toEqual([true, true, false]);
    expect(await existing(blobs, projectId + 1000, [ofNoProject])).toEqual([false]);
    expect(lines.join()).toContain("deleted files without an entry in the database");
    expect(lines.join()).not.toContain("missing");
    expect(await checkAfter(plumb, 49)).toEqual([]);
  });

  test.skipIf(skipped)("no file is deleted while a backup needs it", async () => {
    await using plumb = await testApp();
    const { db, blobs } = plumb.context;
    const { projectId } = await seedProject(plumb);
    const hash = await orphan(blobs, projectId, "left");
    {
      await using _hold = await holdBlobs(db);
      await checkAfter(plumb, 49);
      expect(await existing(blobs, projectId, [hash])).toEqual([true]);
    }
    await checkAfter(plumb, 49);
    expect(await existing(blobs, projectId, [hash])).toEqual([false]);
  });

  test.skipIf(skipped)("a file of an upload that has not recorded its artifact yet stays", async () => {
    await using plumb = await testApp();
    const { blobs } = plumb.context;
    const { projectId } = await seedProject(plumb);
    const hash = await orphan(blobs, projectId, "already stored once");
    // The upload reserved space a minute ago, and found the content in the storage.
    const uploadedAt = new Date(Date.now() + 48 * hour + 59 * 60_000);
    await runStatement(
      plumb.context.db,
      `insert into stored_blob (project_id, hash, bytes, kept_at) values (${projectId}, '${hash}', 19, '${uploadedAt.toISOString()}')`,
    );
    expect(await checkAfter(plumb, 49)).toEqual([]);
    expect(await existing(blobs, projectId, [hash])).toEqual([true]);
  });

  test.skipIf(skipped)("missing and damaged files of reports are logged", async () => {
    await using plumb = await testApp();
    const { blobs } = plumb.context;
    const { key, projectId } = await seedProject(plumb);
    await sendFiles(plumb, key, ["lost.png", "short.png", "fine.png"]);
    await runStatement(plumb.context.db, "update stored_blob set kept_at = now()");
    await blobs.remove(projectId, hashOf("lost.png"));
    await blobs.putStream(projectId, hashOf("short.png"), Readable.from([Buffer.from("short")]));
    expect(await checkAfter(plumb, 47)).toEqual([]);
    const lines = (await checkAfter(plumb, 49)).map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { level: 50, projectId, files: 1, examples: [hashOf("lost.png")] },
      { level: 50, projectId, files: 1, examples: [hashOf("short.png")] },
    ]);
    // The next upload of these files stores them again.
    await sendFiles(plumb, key, ["lost.png", "short.png", "fine.png"], "other");
    expect(await blobs.size(projectId, hashOf("lost.png"))).toBe(8);
    expect(await blobs.size(projectId, hashOf("short.png"))).toBe(9);
  });

  test.skipIf(skipped)("a stopped check continues where it stopped", async () => {
    await using plumb = await testApp();
    const { blobs } = plumb.context;
    const { projectId } = await seedProject(plumb);
    const ids = [1, 2, 3].map((offset) => projectId + 2000 + offset);
    const hashes = await Promise.all(ids.map((id) => orphan(blobs, id, `orphan ${id}`)));
    let pages = 0;
    await checkAfter(plumb, 49, () => (pages += 1) > 2);
    const left = async () => {
      const found = await Promise.all(ids.map((id, index) => existing(blobs, id, [hashes[index] ?? ""])));
      return found.flat();
    };
    expect(await left()).toEqual([false, false, true]);
    expect(await readRows(plumb.context.db, "select from setting where key = 'file-check'")).toHaveLength(1);
    await checkAfter(plumb, 49);
    expect(await left()).toEqual([false, false, false]);
    expect(await readRows(plumb.context.db, "select from setting where key = 'file-check'")).toHaveLength(0);
  });

  test.skipIf(skipped)("nothing is deleted if most files belong to another server", async () => {
    await using plumb = await testApp();
    const { blobs } = plumb.context;
    const { projectId } = await seedProject(plumb);
    const names = Array.from({ length: 11 }, (_, index) => `foreign ${index}`);
    const hashes = await Promise.all(names.map((name) => orphan(blobs, projectId, name)));
    const lines = await checkAfter(plumb, 49);
    expect(lines.join()).toContain("does another server use the same bucket?");
    expect(new Set(await existing(blobs, projectId, hashes))).toEqual(new Set([true]));
  });

  test.skipIf(skipped)("files of a project that is being deleted are left to that job", async () => {
    await using plumb = await testApp();
    const { blobs } = plumb.context;
    const { projectId } = await seedProject(plumb);
    const hash = await orphan(blobs, projectId, "still there");
    await runStatement(plumb.context.db, `update project set status = 'deleting' where id = ${projectId}`);
    expect(await checkAfter(plumb, 49)).toEqual([]);
    expect(await existing(blobs, projectId, [hash])).toEqual([true]);
  });
});
