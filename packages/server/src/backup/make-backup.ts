import { Readable } from "node:stream";
import type { BlobStore } from "#core/blob-store.ts";
import { reasonOf } from "#core/data-folder.ts";
import { isSystemError } from "#core/machine-fault.ts";
import { holdBlobs } from "#store/backup/blob-hold.ts";
import { type BlobReference, readSnapshot, type Snapshot } from "#store/backup/snapshot.ts";
import type { Database } from "#store/db.ts";
import { writeFile } from "./backup-files.ts";
import type { BackupTarget } from "./backup-target.ts";
import { readBlobList } from "./blob-list.ts";
import { type CopiedBlobs, copyBlobs } from "./copy-blobs.ts";
import { type Manifest, manifestName, manifestText } from "./manifest.ts";

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
}

export interface BackupReport {
  readonly name: string;
  readonly rows: number;
  /** Of the compressed tables. */
  readonly bytes: number;
  readonly blobs: CopiedBlobs;
  readonly lost: Manifest["blobs"]["lost"];
}

/** Writes a backup. If it fails, nothing remains that could be mistaken for one; copied blobs stay for the next backup. */
export async function makeBackup(input: BackupInput): Promise<BackupReport> {
  const { blobs, db, now, openForBackup, secretKeyId, target, version } = input;
  const name = backupName(now);
  await using _hold = await holdBlobs(db);
  try {
    const copied = await copyTables(openForBackup, target, name);
    const lost: { projectId: number; hash: string }[] = [];
    const list = readBlobList(target, copied.blobFile);
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
    await target.write(`${name}/${manifestName}`, Readable.from([manifestText(manifest)], { objectMode: false }));
    return {
      name,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      bytes: tables.reduce((sum, { file }) => sum + file.bytes, 0),
      blobs: copiedBlobs,
      lost,
    };
  } catch (error) {
    await target.remove(name).catch(() => undefined);
    if (!isSystemError(error)) throw error;
    throw new Error(`The backup to ${target.description} failed: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Returns a name that sorts by time and is valid on all file systems. */
function backupName(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, "-");
}

export const backupNamePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

async function copyTables(
  openForBackup: BackupInput["openForBackup"],
  target: BackupTarget,
  name: string,
): ReturnType<typeof copySnapshot> {
  await using source = await openForBackup();
  return await readSnapshot(source.db, (snapshot) => copySnapshot(snapshot, target, name));
}

async function copySnapshot(
  snapshot: Snapshot,
  target: BackupTarget,
  name: string,
): Promise<Pick<Manifest, "engine" | "migrations" | "tables" | "sequences"> & { blobFile: Manifest["blobs"]["file"] }> {
  const tables: Manifest["tables"] = [];
  for (const table of snapshot.tables) {
    let rows = 0;
    const lines = async function* () {
      for await (const page of snapshot.rowsOf(table)) {
        rows += page.rows;
        yield page.lines;
      }
    };
    const file = await writeFile(target, `${name}/tables/${table.name}.gz`, lines());
    tables.push({ name: table.name, columns: [...table.columns], rows, file });
  }
  const blobFile = await writeFile(target, `${name}/blobs.gz`, blobLines(snapshot));
  const { engine, migrations } = snapshot;
  return { engine, migrations: [...migrations], tables, sequences: await snapshot.sequences(), blobFile };
}

function lineOf({ projectId, hash, bytes }: BlobReference): string {
  return `${projectId}\t${hash}\t${bytes}\n`;
}

async function* blobLines(snapshot: Snapshot): AsyncGenerator<string> {
  for await (const batch of snapshot.blobs()) yield batch.map(lineOf).join("");
}
