import { mkdir, readdir, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Context } from "#core/context.ts";

const folderOf = (dataDir: string) => join(dataDir, "tmp");

/** A new folder for the files of one upload, below that of this process. */
export async function createTemporaryFolder({ config, writer }: Pick<Context, "config" | "writer">): Promise<string> {
  const folder = join(folderOf(config.dataDir), String(writer.id), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what processes left behind that are gone. Others may share the folder: what they are receiving stays. */
export async function removeAbandonedFiles(
  { db, writer }: Pick<Context, "db" | "writer">,
  dataDir: string,
): Promise<void> {
  const names = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const isKept = /^\d{1,10}$/.test(name) && (await writer.isAlive(db, Number(name)));
    if (!isKept) await rm(join(folderOf(dataDir), name), { recursive: true, force: true });
  }
}
