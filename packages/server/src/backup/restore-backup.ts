import type { BlobStore } from "#core/blob-store.ts";
import { existingTables, loadSnapshot } from "#store/backup/load-snapshot.ts";
import type { Db } from "#store/db.ts";
import { migrations } from "#store/migrate.ts";
import { checkFile, linesOf } from "./backup-files.ts";
import type { BackupTarget } from "./backup-target.ts";
import { copyFromBackup } from "./copy-blobs.ts";
import { backupNames } from "./list-backups.ts";
import { loadManifest, type Manifest, manifestName, tableTotals } from "./manifest.ts";

export interface FoundBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** Newer backups without a manifest: they were interrupted, or are still being written. */
  readonly incomplete: readonly string[];
}

/**
 * Finds a backup and checks its manifest and the files of its tables.
 *
 * @param name `null` for the latest complete backup.
 * @throws Error with a message for the operator.
 */
export async function findBackup(target: BackupTarget, name: string | null): Promise<FoundBackup> {
  const found = await newestComplete(target, name);
  const { manifest } = found;
  const known = new Set(migrations().map(({ file }) => file));
  const unknown = manifest.migrations.findLast((file) => !known.has(file));
  if (unknown !== undefined)
    throw new Error(
      `The backup ${found.name} has a newer schema (${unknown}, Plumb ${manifest.plumb}), which this version does not support. Restore it with that version or a newer one.`,
    );
  for (const { file } of manifest.tables) await checkFile(target, file);
  await checkFile(target, manifest.blobs.file);
  return found;
}

async function newestComplete(target: BackupTarget, requested: string | null): Promise<FoundBackup> {
  const names = await backupNames(target);
  const incomplete: string[] = [];
  for (const name of requested === null ? names.toReversed() : [requested]) {
    const manifest = await loadManifest(target, name);
    if (manifest !== null) return { name, manifest, incomplete };
    incomplete.push(name);
  }
  if (requested !== null && !names.includes(requested))
    throw new Error(`${target.description} has no backup ${requested}. It has: ${names.join(", ") || "none"}.`);
  if (incomplete.length > 0)
    throw new Error(
      `The backup ${incomplete[0]} is incomplete: it has no ${manifestName}, because it was interrupted or is still being written.`,
    );
  throw new Error(`${target.description} has no backups.`);
}

export interface RestoreInput {
  readonly target: BackupTarget;
  readonly backup: FoundBackup;
  readonly db: Db;
  /** Describes the database in messages. */
  readonly description: string;
  readonly blobs: BlobStore;
}

export interface RestoreReport {
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  readonly blobBytes: number;
}

/**
 * Restores into an empty database and an empty blob store. The rows are stored last and together: after an error, the database is empty.
 *
 * @throws Error with a message for the operator.
 */
export async function restoreBackup({ target, backup, db, description, blobs }: RestoreInput): Promise<RestoreReport> {
  const { manifest } = backup;
  const tables = await existingTables(db);
  if (tables.length > 0)
    throw new Error(
      `${description} is not empty (${tables.length} tables, such as ${tables[0]}). Nothing was changed. Restore into a new database.`,
    );
  if ((await blobs.projects()).length > 0)
    throw new Error(
      "PLUMB_BLOBS already contains files. Nothing was changed. Set it to an empty folder or prefix, or empty it if an earlier restore was interrupted.",
    );
  try {
    const copied = await restoreBlobs(target, manifest, blobs);
    await loadSnapshot(db, {
      migrations: manifest.migrations,
      tables: manifest.tables.map(({ file, ...table }) => ({ ...table, lines: () => linesOf(target, file) })),
      sequences: manifest.sequences,
    });
    const { rows } = tableTotals(manifest.tables);
    return { tables: manifest.tables.length, rows, blobs: copied.count, blobBytes: copied.bytes };
  } catch (error) {
    for (const projectId of await blobs.projects().catch(() => []))
      await blobs.removeProject(projectId).catch(() => undefined);
    throw error;
  }
}

async function restoreBlobs(target: BackupTarget, manifest: Manifest, blobs: BlobStore) {
  const copied = await copyFromBackup(target, manifest.blobs, blobs);
  if (copied.count !== manifest.blobs.count)
    throw new Error(
      `The backup has ${copied.count} files, and its manifest ${manifest.blobs.count}. Use another backup.`,
    );
  return copied;
}
