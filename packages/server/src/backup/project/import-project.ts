import { randomBytes } from "node:crypto";
import { checkFile, linesOf } from "#backup/backup-files.ts";
import type { BackupTarget } from "#backup/backup-target.ts";
import { copyFromBackup } from "#backup/copy-blobs.ts";
import { tableTotals } from "#backup/manifest.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { holdBlobs } from "#store/backup/blob-hold.ts";
import { importRefusal, loadProject, releaseProject, reserveIds, reserveProject } from "#store/backup/load-project.ts";
import type { LoadedTable } from "#store/backup/load-snapshot.ts";
import { exportedTables, type ExportedTable } from "#store/backup/project-columns.ts";
import { absent } from "#store/copy-lines.ts";
import type { Db } from "#store/db.ts";
import { type MapId, originalText, rowMapper } from "./map-row.ts";
import { loadProjectManifest, type ProjectManifest } from "./project-manifest.ts";

interface ImportInput {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly target: BackupTarget;
  /** `null` for the name on the other server. */
  readonly name: string | null;
}

export interface ImportReport {
  readonly projectId: number;
  readonly name: string;
  readonly rows: number;
  readonly blobs: number;
  readonly blobBytes: number;
  /** Number of people without an account here. */
  readonly accountsCreated: number;
  readonly lost: number;
}

/**
 * Imports a project. Its files are copied first; one transaction stores its rows and makes it visible.
 *
 * @throws Error with a message for the operator. Nothing remains then, or is removed by the server after a crash.
 */
export async function importProject({ db, blobs, target, name: chosen }: ImportInput): Promise<ImportReport> {
  const manifest = await loadProjectManifest(target);
  const name = chosen ?? manifest.project.name;
  const refusal = await importRefusal(db, { name, migrations: manifest.migrations });
  if (refusal !== null) throw new Error(`${refusal} Nothing was changed.`);
  const tables = await tablesOf(db, manifest);
  for (const { file } of manifest.tables) await checkFile(target, file);
  await checkFile(target, manifest.blobs.file);
  await using _hold = await holdBlobs(db);
  await using reserved = await reserveProject(db, name);
  const projectId = reserved.id;
  try {
    const copied = await importBlobs(target, manifest, blobs, projectId);
    const added = await reserveIds(db, manifest.sequences);
    const accountsCreated = await loadProject(db, {
      projectId,
      name,
      from: manifest.project.name,
      people: manifest.people,
      project: await projectRow(target, manifest),
      tables: (accounts) => {
        const map = idMapper(projectId, added, accounts);
        return tables.map((table) => mappedRows(target, manifest, table, map));
      },
    });
    const { rows } = tableTotals(manifest.tables);
    return {
      projectId,
      name,
      rows,
      blobs: copied.count,
      blobBytes: copied.bytes,
      accountsCreated,
      lost: manifest.blobs.lost.length,
    };
  } catch (error) {
    await blobs.removeProject(projectId).catch(() => undefined);
    await releaseProject(db, projectId).catch(() => undefined);
    throw error;
  }
}

/** Returns the tables of the export as this database has them. */
async function tablesOf(db: Db, manifest: ProjectManifest): Promise<ExportedTable[]> {
  const exported = await exportedTables(db);
  const names = new Set(manifest.tables.map((table) => table.name));
  const unknown = [...names].find((name) => !exported.some((table) => table.name === name));
  if (unknown !== undefined)
    throw new Error(`The backup is damaged: it has an unknown table ${unknown}. Nothing was changed.`);
  return exported.filter(({ name }) => names.has(name) && name !== "project");
}

function idMapper(projectId: number, added: ReadonlyMap<string, number>, accounts: ReadonlyMap<number, number>): MapId {
  return (table, id) => {
    if (table === "project") return projectId;
    const account = table === "user_account" ? accounts.get(id) : undefined;
    return account ?? id + (added.get(table) ?? 0);
  };
}

function fileOf({ tables }: ProjectManifest, name: string): ProjectManifest["tables"][number] {
  const found = tables.find((table) => table.name === name);
  if (found === undefined) throw new Error(`The backup is damaged: it has no table ${name}. Nothing was changed.`);
  return found;
}

async function projectRow(target: BackupTarget, manifest: ProjectManifest): Promise<Record<string, string | null>> {
  const { columns, file } = fileOf(manifest, "project");
  let text = "";
  for await (const piece of linesOf(target, file)) text += piece.toString();
  const values = text.trimEnd().split("\t");
  return Object.fromEntries(
    columns.map((column, index) => [column, values[index] === absent ? null : originalText(values[index] ?? "")]),
  );
}

function mappedRows(
  target: BackupTarget,
  manifest: ProjectManifest,
  { name, columns }: ExportedTable,
  map: MapId,
): LoadedTable {
  const exported = fileOf(manifest, name);
  const known = new Map(columns.map((column) => [column.name, column]));
  const own = exported.columns.map((column) => {
    const found = known.get(column);
    if (found === undefined)
      throw new Error(`The backup is damaged: ${name} has an unknown column ${column}. Nothing was changed.`);
    return found;
  });
  const mapRow = rowMapper({ name, columns: own }, map);
  const isKey = name === "api_key";
  const convert = isKey ? revokedKey(exported.columns, mapRow) : mapRow;
  return {
    name,
    columns: isKey ? [...exported.columns, "key_hash"] : exported.columns,
    rows: exported.rows,
    lines: async function* () {
      for await (const piece of linesOf(target, exported.file)) {
        const lines = piece.toString().split("\n");
        if (lines.at(-1) === "") lines.pop();
        yield Buffer.from(lines.map((line) => `${convert(line)}\n`).join(""));
      }
    },
  };
}

/** Keys are named in reports and items. Those of the other server are not valid here: they are revoked, with a hash that no key has. */
function revokedKey(columns: readonly string[], mapRow: (line: string) => string): (line: string) => string {
  const revokedAt = columns.indexOf("revoked_at");
  return (line) => {
    const row = mapRow(line).split("\t");
    if (row[revokedAt] === absent) row[revokedAt] = new Date().toISOString();
    return [...row, `\\\\x${randomBytes(32).toString("hex")}`].join("\t");
  };
}

async function importBlobs(target: BackupTarget, manifest: ProjectManifest, blobs: BlobStore, projectId: number) {
  const here: Pick<BlobStore, "putStream" | "size"> = {
    size: (_from, hash) => blobs.size(projectId, hash),
    putStream: (_from, hash, stream) => blobs.putStream(projectId, hash, stream),
  };
  const copied = await copyFromBackup(target, manifest.blobs, here);
  if (copied.count !== manifest.blobs.count)
    throw new Error(`The export has ${copied.count} files, and its manifest ${manifest.blobs.count}. Export it again.`);
  return copied;
}
