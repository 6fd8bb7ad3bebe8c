import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bucketLocation, hasSwift, startSwift } from "#testing/swift.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { emptyServer, tableChecksums } from "#testing/backups.ts";
import { playwright } from "#testing/reports.ts";
import { openBackupTarget } from "./backup-target.ts";
import { makeBackup } from "./make-backup.ts";
import { pruneBackups } from "./prune-backups.ts";
import { findBackup, restoreBackup } from "./restore-backup.ts";

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(20_000_000, "a");
  throw new Error("the source failed");
}

// Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
test.skipIf(!hasSwift)("a backup in a bucket is restored, and removed without the files of others", async () => {
  await using storage = await startSwift();
  await using plumb = await createTestApp();
  const { context, database } = plumb;
  const location = bucketLocation(storage.bucket, storage.endpoint, { prefix: "backups/plumb" });
  const target = openBackupTarget(location, storage.credentials);
  const { key } = await seedProject(plumb);
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  await send(plumb, key, { "report.json": report, "screen.txt": "a screenshot" });
  await expect(findBackup(target, null)).rejects.toThrow("s3://blobs/backups/plumb has no backups");

  const made = await makeBackup({
    db: context.db,
    openForBackup: () => database.openForBackup(`${context.config.dataDir}/backup-copy-s3`),
    blobs: context.blobs,
    target,
    version: "1",
    secretKeyId: null,
    now: new Date(),
  });
  expect(made.blobs).toMatchObject({ count: 1, copied: 1 });
  const before = await tableChecksums(context.db);
  const backup = await findBackup(target, null);
  expect(backup.name).toBe(made.name);
  await using server = await emptyServer();
  await restoreBackup({ target, backup, db: server.db, description: "The database", blobs: server.blobs });
  expect(await tableChecksums(server.db)).toEqual(before);
  expect(await server.blobs.projects()).toHaveLength(1);

  await target.write("2026-01-01T00-00-00-000Z/tables/run.gz", Readable.from([Buffer.from("unfinished")]));
  await target.blobs.putBytes(1, "f".repeat(64), Buffer.from("left by an interrupted backup"));
  expect(await pruneBackups(target, 1)).toMatchObject({
    removed: [],
    incomplete: ["2026-01-01T00-00-00-000Z"],
    blobs: 1,
  });
  expect((await findBackup(target, null)).name).toBe(made.name);

  await target.remove(made.name);
  expect(await target.folders()).toEqual(["blobs"]);
});

test.skipIf(!hasSwift)("an object whose content fails is not stored", async () => {
  await using storage = await startSwift();
  const location = bucketLocation(storage.bucket, storage.endpoint);
  const target = openBackupTarget(location, storage.credentials);
  await expect(target.write("a/b", Readable.from(failing()))).rejects.toThrow("the source failed");
  expect(await target.read("a/b")).toBeNull();
  await target.write("a/b", Readable.from([Buffer.from("content")]));
  const stored = await target.read("a/b");
  expect(stored === null ? null : (await buffer(stored)).toString()).toBe("content");
});
