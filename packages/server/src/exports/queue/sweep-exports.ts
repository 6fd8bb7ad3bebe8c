import type { Context } from "#core/context.ts";
import { filesOf } from "./retained-exports.ts";
import { deleteExpiredExports, exportsWithFiles } from "#store/exports/exports.ts";

/** Deletes expired exports, and files without an export (of deleted reports and projects, or after crashes). */
export async function sweepExports(context: Pick<Context, "db" | "config">, now: Date): Promise<void> {
  await deleteExpiredExports(context.db, now);
  const files = filesOf(context);
  for await (const { projectId, exportIds } of files.list()) {
    const stored = await exportsWithFiles(context.db, projectId, exportIds);
    for (const exportId of exportIds) if (!stored.has(exportId)) await files.remove(projectId, exportId);
  }
}
