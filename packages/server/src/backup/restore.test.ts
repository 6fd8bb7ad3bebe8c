import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBackupTarget } from "./backup-target.ts";
import { makeBackup } from "./make-backup.ts";
import { findBackup } from "./restore-backup.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { backUp, backUpDatabase, emptyServer, restoreInto, restoreLatest, temporaryFolder } from "#testing/backups.ts";
import { createEmptyDatabase, readRows, runStatement } from "#testing/database.ts";
import { playwright } from "#testing/reports.ts";
import { existingTables } from "#store/backup/load-snapshot.ts";
import { migrate } from "#store/migrate.ts";

let plumb: TestApp;
const target = temporaryFolder();
let name: string;
let rows: number;

beforeAll(async () => {
  plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  await send(plumb, key, { "report.json": report, "screen.txt": "a screenshot" });
  ({ name, rows } = await backUp(plumb, target.path));
});
afterAll(async () => {
  await plumb[Symbol.asyncDispose]();
  target[Symbol.dispose]();
});

/** Returns the path of a backup file in the target. */
function fileOf(pattern: string): string {
  const [path] = globSync(pattern, { cwd: target.path });
  if (path === undefined) throw new Error(`No file ${pattern}.`);
  return path;
}

/** Changes the manifest as a version of Plumb would have written it. */
function rewriteManifest(folder: string, change: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, name, "manifest.json");
  const { content } = JSON.parse(readFileSync(path, "utf8")) as { content: string };
  const manifest = JSON.parse(content) as Record<string, unknown>;
  change(manifest);
  const changed = JSON.stringify(manifest);
  writeFileSync(path, JSON.stringify({ sha256: createHash("sha256").update(changed).digest("hex"), content: changed }));
}

/** Damages that are found before the database is opened. */
const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    "a changed byte in a table",
    (folder) => {
      const path = join(folder, fileOf("*/tables/result.gz"));
      const bytes = readFileSync(path);
      bytes[20] = (bytes[20] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
    /damaged: the content of .*tables\/result\.gz has changed/,
  ],
  [
    "a truncated table",
    (folder) => truncateSync(join(folder, fileOf("*/tables/run.gz")), 30),
    /damaged: .*tables\/run\.gz ends after 30 of \d+ bytes/,
  ],
  [
    "a missing table",
    (folder) => rmSync(join(folder, fileOf("*/tables/run.gz"))),
    /incomplete: .*tables\/run\.gz is missing/,
  ],
  [
    "a missing list of files",
    (folder) => rmSync(join(folder, fileOf("*/blobs.gz"))),
    /incomplete: .*blobs\.gz is missing/,
  ],
  [
    "a truncated manifest",
    (folder) => truncateSync(join(folder, name, "manifest.json"), 500),
    /damaged: .*manifest\.json cannot be read/,
  ],
  [
    "a changed manifest",
    (folder) => {
      const path = join(folder, name, "manifest.json");
      writeFileSync(path, readFileSync(path, "utf8").replace(String.raw`\"rows\":1`, String.raw`\"rows\":2`));
    },
    /damaged: .*manifest\.json cannot be read/,
  ],
  [
    "an interrupted backup",
    (folder) => rmSync(join(folder, name, "manifest.json")),
    /backup \S+ is incomplete: it has no manifest\.json/,
  ],
  [
    "a backup of a newer schema",
    (folder) => rewriteManifest(folder, (manifest) => (manifest["migrations"] as string[]).push("9999_future.sql")),
    /has a newer schema \(9999_future\.sql, Plumb \S+\), which this version does not support/,
  ],
  [
    "a backup in a newer format",
    (folder) => rewriteManifest(folder, (manifest) => Object.assign(manifest, { format: 2, plumb: "9.0.0" })),
    /made by a newer version of Plumb \(9\.0\.0\)/,
  ],
  ["a folder without backups", (folder) => rmSync(join(folder, name), { recursive: true }), /has no backups/],
];

const laterDamages: typeof damages = [
  [
    "a missing file of a report",
    (folder) => rmSync(join(folder, fileOf("blobs/*/*/*"))),
    /damaged: the file blobs\/\d+\/[0-9a-f]{2}\/[0-9a-f]{64} is missing/,
  ],
  [
    "a changed file of a report",
    (folder) => writeFileSync(join(folder, fileOf("blobs/*/*/*")), "A screenshot"),
    /damaged: the file blobs\/\d+\/[0-9a-f]{2}\/[0-9a-f]{64} is damaged/,
  ],
  [
    "a wrong number of rows",
    (folder) =>
      rewriteManifest(folder, (manifest) => {
        for (const table of manifest["tables"] as { name: string; rows: number }[])
          if (table.name === "run") table.rows = 7;
      }),
    /table run has 1 rows, but 7 were expected/,
  ],
  [
    "a row without the row that it refers to",
    (folder) =>
      rewriteManifest(folder, (manifest) => {
        const tables = manifest["tables"] as { name: string; rows: number; file: object }[];
        const [empty] = tables.filter(({ rows: count }) => count === 0);
        for (const table of tables)
          if (table.name === "run" && empty !== undefined) Object.assign(table, { rows: 0, file: empty.file });
      }),
    /violates foreign key constraint/,
  ],
];

test.for(damages)("a restore of %s fails before it starts, with the reason", async ([, damage, message]) => {
  using damaged = temporaryFolder();
  cpSync(target.path, damaged.path, { recursive: true });
  damage(damaged.path);
  await expect(findBackup(openBackupTarget(damaged.path), null)).rejects.toThrow(message);
});

test.for(laterDamages)("a restore of %s fails with the reason, and leaves nothing", async ([, damage, message]) => {
  using damaged = temporaryFolder();
  cpSync(target.path, damaged.path, { recursive: true });
  damage(damaged.path);
  await using server = await emptyServer();
  await expect(restoreInto(server, damaged.path)).rejects.toThrow(message);
  expect(await existingTables(server.db)).toEqual([]);
  expect(await server.blobs.projects()).toEqual([]);
});

test("the latest complete backup is restored if a newer one was interrupted", async () => {
  using copy = temporaryFolder();
  cpSync(target.path, copy.path, { recursive: true });
  mkdirSync(join(copy.path, "2099-01-01T00-00-00-000Z", "tables"), { recursive: true });
  const found = await findBackup(openBackupTarget(copy.path), null);
  expect(found.name).toBe(name);
  expect(found.incomplete).toEqual(["2099-01-01T00-00-00-000Z"]);
  await expect(findBackup(openBackupTarget(copy.path), "2099-01-01T00-00-00-000Z")).rejects.toThrow("is incomplete");
  await expect(findBackup(openBackupTarget(copy.path), "2001-01-01T00-00-00-000Z")).rejects.toThrow(`It has: ${name}`);
});

test("a database or folder with data is not changed", async () => {
  await using server = await restoreLatest(target.path);
  await expect(restoreInto(server, target.path)).rejects.toThrow(/The database is not empty \(\d+ tables, such as/);
  await using onlyFiles = await emptyServer();
  await onlyFiles.blobs.putBytes(1, "a".repeat(64), Buffer.from("other"));
  await expect(restoreInto(onlyFiles, target.path)).rejects.toThrow("PLUMB_BLOBS already contains files");
  expect(await onlyFiles.blobs.size(1, "a".repeat(64))).toBe(5);
  expect(await existingTables(onlyFiles.db)).toEqual([]);
});

test("a failed restore can be repeated in the same database", async () => {
  using damaged = temporaryFolder();
  cpSync(target.path, damaged.path, { recursive: true });
  rmSync(join(damaged.path, fileOf("blobs/*/*/*")));
  await using server = await emptyServer();
  await expect(restoreInto(server, damaged.path)).rejects.toThrow("is missing");
  await restoreInto(server, target.path);
  expect(rows).toBeGreaterThan(10);
});

test("a target that cannot be written, and an error at the end, leave no backup", async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "file"), "");
  await expect(backUp(plumb, join(folder.path, "file", "backups"))).rejects.toThrow(
    /The backup to .*file\/backups failed: a part of its path is a file/,
  );
  const { context, database } = plumb;
  const full = openBackupTarget(folder.path);
  const written: string[] = [];
  const input = {
    db: context.db,
    openForBackup: () => database.openForBackup(join(context.config.dataDir, "backup-copy-full")),
    blobs: context.blobs,
    version: "1",
    secretKeyId: null,
    now: new Date(),
  };
  const failing = {
    ...full,
    write: async (path: string, content: Readable) => {
      written.push(path);
      if (path.endsWith("manifest.json"))
        throw Object.assign(new Error("no space"), { code: "ENOSPC", syscall: "write" });
      return full.write(path, content);
    },
  };
  await expect(makeBackup({ ...input, target: failing })).rejects.toThrow(/failed: the disk is full/);
  expect(written.length).toBeGreaterThan(50);
  await expect(findBackup(full, null)).rejects.toThrow("has no backups");
});

test("a backup of an older schema is migrated", async () => {
  await using old = await createEmptyDatabase();
  using folder = temporaryFolder();
  await migrate(old.db, 400);
  await runStatement(old.db, "insert into project (name, type, description) values ('Shop', 'other', 'old')");
  await backUpDatabase({ db: old.db, blobs: plumb.context.blobs }, folder.path);
  await using restored = await restoreLatest(folder.path);
  const projects = await readRows(restored.db, "select name, description from project");
  expect(projects).toEqual([{ name: "Shop", description: "old" }]);
  expect(await existingTables(restored.db)).toContain("blob_hold");
});
