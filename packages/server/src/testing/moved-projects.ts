import { sql } from "kysely";
import { exportProject, type ExportReport } from "#backup/project/export-project.ts";
import { importProject, type ImportReport } from "#backup/project/import-project.ts";
import { openBackupTarget } from "#backup/backup-target.ts";
import type { BlobStore } from "#core/blob-store.ts";
import type { Db } from "#store/db.ts";

interface Server {
  readonly context: { readonly db: Db; readonly blobs: BlobStore };
}

export function exportTo({ context: { db, blobs } }: Server, target: string, project = "Shop"): Promise<ExportReport> {
  return exportProject({
    db,
    blobs,
    target: openBackupTarget(target),
    version: "0.0.0-test",
    project,
    now: new Date(),
  });
}

export function importFrom(
  { context: { db, blobs } }: Server,
  target: string,
  name: string | null = null,
): Promise<ImportReport> {
  return importProject({ db, blobs, target: openBackupTarget(target), name });
}

/** Returns the rows of a project in a table as JSON, in the order of their ids or content. */
export async function projectRows(db: Db, table: string, projectId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
     where ${sql.ref(table === "project" ? "id" : "project_id")} = ${projectId}
  `.execute(db);
  return rows.map(({ row }) => row);
}
