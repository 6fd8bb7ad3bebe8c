import type { Context } from "#core/context.ts";
import { deleteExpiredExports, exportsWithFiles } from "#store/exports/exports.ts";
import { exportOfBlob, removeExportFile } from "./export-files.ts";

/** Deletes expired exports, and files without an export (of deleted reports and projects, or after crashes). */
export async function sweepExports(context: Pick<Context, "db" | "exportBlobs">, now: Date): Promise<void> {
  await deleteExpiredExports(context.db, now);
  for await (const { projectId, hashes } of context.exportBlobs.list()) {
    const exportIds = hashes.map(exportOfBlob);
    const stored = await exportsWithFiles(context.db, projectId, exportIds);
    for (const exportId of exportIds) if (!stored.has(exportId)) await removeExportFile(context, projectId, exportId);
  }
}
