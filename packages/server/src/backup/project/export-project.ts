import { Readable } from "node:stream";
import { writeFile, writeRows } from "#backup/backup-files.ts";
import type { BackupTarget } from "#backup/backup-target.ts";
import { blobFolder } from "#backup/backup-target.ts";
import { blobLines, readBlobList } from "#backup/blob-list.ts";
import { type CopiedBlobs, copyBlobs } from "#backup/copy-blobs.ts";
import { manifestName, manifestText, tableTotals } from "#backup/manifest.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { holdBlobs } from "#store/backup/blob-hold.ts";
import { exportedTables, type ExportedTable, peopleOfProject, projectToExport } from "#store/backup/project-columns.ts";
import { readSnapshot, type Snapshot } from "#store/backup/snapshot.ts";
import type { Database, Db } from "#store/db.ts";
import type { ProjectManifest } from "./project-manifest.ts";

interface ExportInput {
  readonly db: Db;
  /** Opens what the tables are read from. */
  readonly openForBackup: () => ReturnType<Database["openForBackup"]>;
  readonly blobs: BlobStore;
  readonly target: BackupTarget;
  readonly version: string;
  /** Id or name. */
  readonly project: string;
  readonly now: Date;
}

export interface ExportReport {
  readonly project: ProjectManifest["project"];
  readonly rows: number;
  readonly blobs: CopiedBlobs;
  readonly lost: ProjectManifest["blobs"]["lost"];
}

/**
 * Writes a project with its history and files to an empty folder or prefix. After an error, nothing remains there.
 *
 * @throws Error with a message for the operator.
 */
export async function exportProject(input: ExportInput): Promise<ExportReport> {
  const { db, openForBackup, blobs, target, version, project, now } = input;
  const existing = await target.read(manifestName);
  existing?.destroy();
  if (existing !== null || (await target.folders()).length > 0)
    throw new Error(`${target.description} is not empty. Choose a new folder or prefix.`);
  await using _hold = await holdBlobs(db);
  try {
    const content = await copyProject(openForBackup, target, project);
    const lost: { projectId: number; hash: string }[] = [];
    const list = readBlobList(target, content.blobFile);
    const copied = await copyBlobs(blobs, target.blobs, list, ({ projectId, hash }) => lost.push({ projectId, hash }));
    const { blobFile, ...rest } = content;
    const manifest: Omit<ProjectManifest, "format"> = {
      plumb: version,
      createdAt: now.toISOString(),
      ...rest,
      blobs: { count: copied.count, bytes: copied.bytes, file: blobFile, lost },
    };
    await target.write(manifestName, Readable.from([manifestText(manifest)], { objectMode: false }));
    return { project: content.project, rows: tableTotals(content.tables).rows, blobs: copied, lost };
  } catch (error) {
    for (const folder of ["tables", blobFolder]) await target.remove(folder).catch(() => undefined);
    await target.removeFile("blobs.gz").catch(() => undefined);
    throw error;
  }
}

type Content = Omit<ProjectManifest, "blobs" | "createdAt" | "format" | "plumb"> & {
  blobFile: ProjectManifest["blobs"]["file"];
};

async function copyProject(
  openForBackup: ExportInput["openForBackup"],
  target: BackupTarget,
  idOrName: string,
): Promise<Content> {
  await using source = await openForBackup();
  return await readSnapshot(source.db, (snapshot) => copySnapshot(snapshot, target, idOrName));
}

async function copySnapshot(snapshot: Snapshot, target: BackupTarget, idOrName: string): Promise<Content> {
  const { connection } = snapshot;
  const project = await projectToExport(connection, idOrName);
  if (project === null) throw new Error(`There is no project “${idOrName}”.`);
  const exported = await exportedTables(connection);
  const people = await peopleOfProject(connection, project.id, exported);
  const tables: ProjectManifest["tables"] = [];
  for (const table of exported) tables.push(await copyTable(snapshot, target, table, project.id));
  const blobFile = await writeFile(target, "blobs.gz", blobLines(snapshot.blobs(project.id)));
  return {
    migrations: [...snapshot.migrations],
    project,
    people: people.map((person) => ({ ...person })),
    tables,
    sequences: await snapshot.sequences(),
    blobFile,
  };
}

async function copyTable(
  snapshot: Snapshot,
  target: BackupTarget,
  { name, columns }: ExportedTable,
  projectId: number,
): Promise<ProjectManifest["tables"][number]> {
  // Hashes of keys are secrets. Keys are exported by name, for the reports and items that were made with them.
  const exported = columns
    .map((column) => column.name)
    .filter((column) => !(name === "api_key" && column === "key_hash"));
  const condition = `${name === "project" ? "id" : "project_id"} = ${projectId}`;
  const pages = snapshot.rowsOf({ name, columns: exported }, condition);
  return { name, columns: exported, ...(await writeRows(target, `tables/${name}.gz`, pages)) };
}
