import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBackupTarget } from "#backup/backup-target.ts";
import { type BackupReport, makeBackup } from "#backup/make-backup.ts";
import { findBackup, restoreBackup } from "#backup/restore-backup.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { fileBlobs } from "#files/blobs/file-blobs.ts";
import { type Database, type Db, openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { type TableChecksum, tableChecksum } from "#store/backup/snapshot.ts";
import { sql } from "kysely";
import type { TestApp } from "./app.ts";
import { createEmptyDatabase } from "./database.ts";

/** Creates a folder that is deleted at the end of the scope. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "plumb-backup-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Backs up a running test app. */
export async function backUp(
  { context }: Pick<TestApp, "context">,
  target: string,
  now = new Date(),
): Promise<BackupReport> {
  return makeBackup({
    db: context.db,
    openForBackup: context.openForBackup,
    blobs: context.blobs,
    target: openBackupTarget(target),
    version: context.version,
    secretKeyId: context.secretBox.keyId,
    now,
  });
}

/** Backs up a database without other users. */
export async function backUpDatabase(
  { db, blobs }: Pick<RestoredServer, "db" | "blobs">,
  target: string,
): Promise<BackupReport> {
  return makeBackup({
    db,
    openForBackup: async () => ({ db, [Symbol.asyncDispose]: async () => undefined }),
    blobs,
    target: openBackupTarget(target),
    version: "0.0.0-test",
    secretKeyId: null,
    now: new Date(),
  });
}

export interface RestoredServer extends AsyncDisposable {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/** Creates an empty database and an empty folder for files, of the same kind as those of the tests or embedded. */
export async function emptyServer(kind: "same" | "embedded" = "same"): Promise<RestoredServer> {
  const folder = temporaryFolder();
  const database: Database =
    kind === "same" ? await createEmptyDatabase() : await openDatabase({ url: undefined, folder: null });
  return {
    db: database.db,
    blobs: fileBlobs(join(folder.path, "blobs")),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Restores the latest backup, or one by name. */
export async function restoreInto(
  { db, blobs }: RestoredServer,
  target: string,
  name: string | null = null,
): Promise<void> {
  const opened = openBackupTarget(target);
  const backup = await findBackup(opened, name);
  await restoreBackup({ target: opened, backup, db, description: "The database", blobs });
  await migrate(db);
}

/** Restores the latest backup into a new database and folder. */
export async function restoreLatest(
  target: string,
  { kind, name = null }: { readonly kind?: "same" | "embedded"; readonly name?: string | null } = {},
): Promise<RestoredServer> {
  const server = await emptyServer(kind);
  try {
    await restoreInto(server, target, name);
    return server;
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

/** Returns a checksum per table, except for tables that are not backed up. */
export async function tableChecksums(db: Db): Promise<Record<string, TableChecksum>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_version', 'blob_hold', 'backup_attempt')
     order by relname
  `.execute(db);
  const sums: Record<string, TableChecksum> = {};
  for (const { name } of tables) sums[name] = await tableChecksum(db, name);
  return sums;
}
