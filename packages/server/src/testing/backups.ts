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
import { sql } from "kysely";
import type { TestApp } from "./app.ts";
import { createEmptyDatabase } from "./database.ts";

/** Creates a folder that is deleted at the end of the scope. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "plumb-backup-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Backs up a running test app. */
export async function backUp({ context, database }: TestApp, target: string, now = new Date()): Promise<BackupReport> {
  return makeBackup({
    db: context.db,
    openForBackup: () => database.openForBackup(join(context.config.dataDir, `backup-copy-${now.getTime()}`)),
    blobs: context.blobs,
    target: openBackupTarget(target),
    version: context.version,
    secretKeyId: context.secretBox.keyId,
    now,
  });
}

export interface RestoredServer extends AsyncDisposable {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/**
 * Restores the latest backup into a new database and folder.
 *
 * @param kind `other` restores into the other kind of database: only from PostgreSQL to the embedded one.
 */
export async function restoreLatest(
  target: string,
  { kind = "same", name = null }: { readonly kind?: "same" | "embedded"; readonly name?: string | null } = {},
): Promise<RestoredServer> {
  const folder = temporaryFolder();
  const database: Database =
    kind === "same" ? await createEmptyDatabase() : await openDatabase({ url: undefined, folder: null });
  const blobs = fileBlobs(join(folder.path, "blobs"));
  const dispose = async () => {
    await database[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  };
  try {
    const opened = openBackupTarget(target);
    const backup = await findBackup(opened, name);
    await restoreBackup({ target: opened, backup, db: database.db, description: "The database", blobs });
    await migrate(database.db);
    return { db: database.db, blobs, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Returns a checksum of the rows of each table, apart from those that a backup leaves out. */
export async function tableChecksums(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_version', 'blob_hold')
     order by relname
  `.execute(db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(stored::text, 0)::numeric), 0) as sum from ${sql.table(name)} as stored
    `.execute(db);
    sums[name] = rows[0]?.sum ?? "";
  }
  return sums;
}
