import { Readable } from "node:stream";
import type { BlobStore } from "#core/blob-store.ts";
import { reasonOf } from "#core/data-folder.ts";
import { isSystemError } from "#core/machine-fault.ts";
import { holdBlobs } from "#store/backup/blob-hold.ts";
import { readSnapshot, type Snapshot } from "#store/backup/snapshot.ts";
import type { Database } from "#store/db.ts";
import { writeFile, writeRows } from "./backup-files.ts";
import type { BackupTarget } from "./backup-target.ts";
import { blobLines, readBlobList } from "./blob-list.ts";
import { type CopiedBlobs, copyBlobs } from "./copy-blobs.ts";
import { type Manifest, manifestPath, manifestText, tableTotals } from "./manifest.ts";
import { lockTarget } from "./target-lock.ts";

export interface BackupInput {
  readonly db: Database["db"];
  /** Opens what the tables are read from. */
  readonly openForBackup: () => ReturnType<Database["openForBackup"]>;
  readonly blobs: BlobStore;
  readonly target: BackupTarget;
  readonly version: string;
  /** Of the server's secret; `null` if the secret is not known here. */
  readonly secretKeyId: string | null;
  readonly now: Date;
  /** Interrupts the backup. */
  readonly signal?: Pick<AbortSignal, "throwIfAborted"> | undefined;
}

export interface BackupReport {
  readonly name: string;
  readonly rows: number;
  /** Of the compressed tables. */
  readonly bytes: number;
  readonly blobs: CopiedBlobs;
  readonly lost: Manifest["blobs"]["lost"];
}

/**
 * Writes a backup. If it fails, nothing remains that could be mistaken for one; copied blobs stay for the next backup.
 *
 * @throws TargetInUse if another backup is being written to the target, or old ones are being removed.
 * @throws Error with a message for the operator.
 */
export async function makeBackup(input: BackupInput): Promise<BackupReport> {
  const { db, now, target } = input;
  try {
    await using lock = await lockTarget(target);
    await using _hold = await holdBlobs(db);
    return await writeBackup(input, backupName(now), () => lock.check());
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Error(`The backup to ${target.description} failed: ${reasonOf(error)}.`, { cause: error });
  }
}

async function writeBackup(
  { blobs, now, openForBackup, secretKeyId, signal, target, version }: BackupInput,
  name: string,
  checkLock: () => Promise<void>,
): Promise<BackupReport> {
  try {
    const copied = await copyTables({ openForBackup, signal, target }, name);
    const lost: { projectId: number; hash: string }[] = [];
    const list = interruptible(readBlobList(target, copied.blobFile), signal);
    const copiedBlobs = await copyBlobs(blobs, target.blobs, list, ({ projectId, hash }) =>
      lost.push({ projectId, hash }),
    );
    const { engine, migrations, tables, sequences } = copied;
    const manifest = {
      plumb: version,
      createdAt: now.toISOString(),
      engine,
      migrations: [...migrations],
      secretKeyId,
      tables,
      sequences,
      blobs: { count: copiedBlobs.count, bytes: copiedBlobs.bytes, file: copied.blobFile, lost },
    };
    await checkLock();
    await target.write(manifestPath(name), Readable.from([manifestText(manifest)], { objectMode: false }));
    return {
      name,
      ...tableTotals(tables),
      blobs: copiedBlobs,
      lost,
    };
  } catch (error) {
    await target.remove(name).catch(() => undefined);
    throw error;
  }
}

async function* interruptible<Item>(items: AsyncIterable<Item>, signal: BackupInput["signal"]): AsyncGenerator<Item> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}

/** Returns a name that sorts by time and is valid on all file systems. */
function backupName(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, "-");
}

export const backupNamePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

type Copying = Pick<BackupInput, "target"> & { readonly signal: BackupInput["signal"] | undefined };

async function copyTables(
  { openForBackup, ...copying }: Copying & Pick<BackupInput, "openForBackup">,
  name: string,
): ReturnType<typeof copySnapshot> {
  await using source = await openForBackup();
  return await readSnapshot(source.db, (snapshot) => copySnapshot(snapshot, copying, name));
}

async function copySnapshot(
  snapshot: Snapshot,
  { signal, target }: Copying,
  name: string,
): Promise<Pick<Manifest, "engine" | "migrations" | "tables" | "sequences"> & { blobFile: Manifest["blobs"]["file"] }> {
  const tables: Manifest["tables"] = [];
  for (const table of snapshot.tables) {
    const pages = interruptible(snapshot.rowsOf(table), signal);
    const written = await writeRows(target, `${name}/tables/${table.name}.gz`, pages);
    tables.push({ name: table.name, columns: [...table.columns], ...written });
  }
  const blobFile = await writeFile(target, `${name}/blobs.gz`, blobLines(snapshot.blobs()));
  const { engine, migrations } = snapshot;
  return { engine, migrations: [...migrations], tables, sequences: await snapshot.sequences(), blobFile };
}
