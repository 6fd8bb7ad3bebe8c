import type { BlobStore } from "#core/blob-store.ts";
import type { Context } from "#core/context.ts";
import { deleteExpiredExports, exportsWithFiles } from "#store/exports/exports.ts";
import { exportOfBlob, removeExportFile } from "./export-files.ts";

const atOnce = 1000;

/** Deletes expired exports, and files without an export (of deleted reports and projects, or after crashes). */
export async function sweepExports(context: Pick<Context, "db" | "exportBlobs">, now: Date): Promise<void> {
  await deleteExpiredExports(context.db, now);
  for (const projectId of await context.exportBlobs.projects())
    for (let after: string | null = ""; after !== null;) {
      const page: Awaited<ReturnType<BlobStore["list"]>> = await context.exportBlobs.list(projectId, after, atOnce);
      const exportIds = page.blobs.map(({ hash }) => exportOfBlob(hash));
      const stored = await exportsWithFiles(context.db, projectId, exportIds);
      for (const exportId of exportIds) if (!stored.has(exportId)) await removeExportFile(context, projectId, exportId);
      after = page.next;
    }
}
