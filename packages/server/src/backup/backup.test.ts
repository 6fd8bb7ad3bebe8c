import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { openBackupTarget } from "./backup-target.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import {
  backUp,
  backUpDatabase,
  emptyServer,
  restoreLatest,
  tableChecksums,
  temporaryFolder,
} from "#testing/backups.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { fillTables } from "#testing/fill-tables.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { playwright } from "#testing/reports.ts";
import { retentionRound } from "#runs/retention.ts";
import type { Db } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";

const isEmbedded = inject("databaseTemplate").kind === "embedded";

/** Uploads a report with two tests and its own screenshot. */
async function upload(plumb: TestApp, key: string, name: string): Promise<number> {
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const report = playwright([
    { title: `adds ${name}`, attempts: ["failed"], attachments },
    { title: "pays", attempts: ["passed"] },
  ]);
  const { status, body } = await send(plumb, key, { "report.json": report, "screen.txt": `screenshot of ${name}` });
  expect(status).toBe(200);
  return body.data.reportId;
}

/** Returns the ended runs whose totals differ from their rows. */
async function incompleteRuns(db: Db): Promise<unknown[]> {
  return readRows(
    db,
    `select r.id, r.total, count(t.id) as rows from run r
       left join result t on t.project_id = r.project_id and t.run_id = r.id and t.superseded_by is null
      where r.status <> 'running'
      group by r.project_id, r.id, r.total having r.total <> count(t.id)`,
  );
}

async function referencedHashes(db: Db): Promise<{ projectId: number; hash: string }[]> {
  return readRows(
    db,
    `select distinct project_id as "projectId", blob_hash as hash from artifact where blob_hash is not null`,
  );
}

test("a restored database has the same rows in every table", async () => {
  await using source = await emptyServer();
  using target = temporaryFolder();
  await migrate(source.db);
  await fillTables(source.db);
  await runStatement(source.db, "update artifact set blob_hash = null");
  await runStatement(source.db, "delete from annotation_attachment");
  await runStatement(source.db, String.raw`update project set description = E'tab\t newline\n backslash \\ \\N — ü'`);
  const report = await backUpDatabase(source, target.path);
  const before = await tableChecksums(source.db);
  await using restored = await restoreLatest(target.path);
  expect(await tableChecksums(restored.db)).toEqual(before);
  expect(report.rows).toBeGreaterThan(Object.keys(before).length - 5);
});

test("new rows of a restored database get new ids", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, "one");
  await backUp(plumb, target.path);
  await using restored = await restoreLatest(target.path);
  for (const table of ["user_account", "project", "artifact", "upload", "job"]) {
    const [ids] = await readRows<{ next: number; max: number }>(
      restored.db,
      `select nextval(pg_get_serial_sequence('${table}', 'id')) as next, (select coalesce(max(id), 0) from ${table}) as max`,
    );
    expect(ids?.next).toBeGreaterThan(ids?.max ?? Infinity);
  }
});

test("a backup during uploads and live runs contains complete runs with all of their files", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, "first");
  const live = await openLive(plumb, key);
  const done = new AbortController();
  const uploaded: number[] = [];
  const uploader = async (lane: number) => {
    for (let index = 0; !done.signal.aborted; index++) uploaded.push(await upload(plumb, key, `${lane}-${index}`));
  };
  const reporter = async () => {
    for (let index = 0; !done.signal.aborted; index++) {
      const { status } = await live.batch([testEvent(`t${index}`, "passed")]);
      expect(status).toBe(200);
    }
  };
  const load = [uploader(1), uploader(2), uploader(3), reporter()];
  await expect.poll(() => uploaded.length).toBeGreaterThan(5);
  const before = uploaded.length;
  const report = await backUp(plumb, target.path);
  const during = uploaded.length - before;
  done.abort();
  await Promise.all(load);
  // The embedded database runs one statement at a time, but no upload waits for the whole backup.
  expect(during).toBeGreaterThan(0);
  expect(report.lost).toEqual([]);

  await using restored = await restoreLatest(target.path);
  const runs = await readRows(restored.db, "select id from run where status <> 'running'");
  expect(runs.length).toBeGreaterThan(before - 1);
  expect(await incompleteRuns(restored.db)).toEqual([]);
  const hashes = await referencedHashes(restored.db);
  expect(hashes.length).toBeGreaterThan(before - 1);
  for (const { projectId, hash } of hashes) expect(await restored.blobs.size(projectId, hash)).toBeGreaterThan(0);
});

test("files that are deleted during a backup are deleted after it", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  const { key } = await seedProject(plumb);
  const reportId = await upload(plumb, key, "old");
  const [blob] = await referencedHashes(plumb.context.db);
  if (blob === undefined) throw new Error("The report has a file.");
  const { context, time } = plumb;
  time.now = new Date(time.now.getTime() + 2 * 60 * 60_000);
  // Cleanup runs between the copy of the tables and that of the files.
  const open = context.blobs.open.bind(context.blobs);
  let cleaned = false;
  const blobs = {
    ...context.blobs,
    open: async (projectId: number, hash: string) => {
      if (!cleaned) {
        cleaned = true;
        await runStatement(context.db, `update run set removed_at = now() where id = ${reportId}`);
        await retentionRound(context);
      }
      return open(projectId, hash);
    },
  };
  const report = await backUp({ ...plumb, context: { ...context, blobs } }, target.path);
  expect(cleaned).toBe(true);
  expect(report.lost).toEqual([]);
  expect(await openBackupTarget(target.path).blobs.size(blob.projectId, blob.hash)).toBeGreaterThan(0);

  expect(await context.blobs.size(blob.projectId, blob.hash)).not.toBeNull();
  await retentionRound(context);
  expect(await context.blobs.size(blob.projectId, blob.hash)).toBeNull();
});

test("a second backup copies only new files", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, "one");
  const first = await backUp(plumb, target.path);
  await upload(plumb, key, "two");
  const second = await backUp(plumb, target.path);
  expect([first.blobs, second.blobs].map(({ count, copied }) => [count, copied])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(second.blobs.copiedBytes).toBe("screenshot of two".length);
  await using restored = await restoreLatest(target.path, { name: first.name });
  expect(await referencedHashes(restored.db)).toHaveLength(1);
});

test("a backup reports files that were lost before, and can be restored", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, "lost");
  await upload(plumb, key, "kept");
  const [lost] = await referencedHashes(plumb.context.db);
  if (lost === undefined) throw new Error("The report has a file.");
  await plumb.context.blobs.remove(lost.projectId, lost.hash);
  const report = await backUp(plumb, target.path);
  expect(report.lost).toEqual([lost]);
  await using restored = await restoreLatest(target.path);
  expect(await restored.blobs.size(lost.projectId, lost.hash)).toBeNull();
});

test("the copy of the embedded database is removed after the backup", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  await seedProject(plumb);
  await backUp(plumb, target.path);
  expect(existsSync(join(target.path, "blobs"))).toBe(false);
  expect(readdirSync(plumb.context.config.dataDir).filter((name) => name.startsWith("backup-"))).toEqual([]);
});

test.skipIf(isEmbedded)("a backup of PostgreSQL is restored into the embedded database, and back", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  using second = temporaryFolder();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, "one");
  await backUp(plumb, target.path);
  const before = await tableChecksums(plumb.context.db);
  await using embedded = await restoreLatest(target.path, { kind: "embedded" });
  expect(await tableChecksums(embedded.db)).toEqual(before);
  await backUpDatabase(embedded, second.path);
  await using back = await restoreLatest(second.path);
  expect(await tableChecksums(back.db)).toEqual(before);
});
