import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "#core/context.ts";
import { blobOfExport } from "./export-files.ts";

/**
 * Moves exports of version 0.2, which are files `exports/<project>/<id>` of the data folder, so that all replicas offer them. Others, such as unfinished
 * ones, are deleted. Remove it after 0.3: exports last a week.
 */
export async function moveLocalExports({
  config,
  exportBlobs,
}: Pick<Context, "config" | "exportBlobs">): Promise<void> {
  const folder = join(config.dataDir, "exports");
  for (const project of await namesIn(folder)) {
    if (!/^\d+$/.test(project)) continue;
    for (const name of await namesIn(join(folder, project))) {
      if (!/^\d+$/.test(name)) continue;
      await exportBlobs.putFile(Number(project), blobOfExport(Number(name)), join(folder, project, name));
    }
  }
  await rm(folder, { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
