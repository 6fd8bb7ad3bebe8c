import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BlobStore } from "#core/blob-store.ts";
import { openFile } from "#core/open-file.ts";

/** Stores blobs as files: `<folder>/<project>/<first two digits>/<hash>`. Files are renamed into place, so they are always complete. */
export function fileBlobs(folder: string): BlobStore {
  const pathOf = (projectId: number, hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error("A blob is named by its SHA-256.");
    return join(folder, String(projectId), hash.slice(0, 2), hash);
  };
  return {
    async putFile(projectId, hash, path) {
      const target = pathOf(projectId, hash);
      if (existsSync(target)) await rm(path, { force: true });
      else await arrive(path, target);
    },
    async putBytes(projectId, hash, bytes) {
      const target = pathOf(projectId, hash);
      if (existsSync(target)) return;
      await mkdir(dirname(target), { recursive: true });
      const beside = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
      await writeFile(beside, bytes);
      await arrive(beside, target);
    },
    async open(projectId, hash, range) {
      return openFile(pathOf(projectId, hash), range);
    },
    async size(projectId, hash) {
      const found = await stat(pathOf(projectId, hash)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return found?.size ?? null;
    },
    remove: (projectId, hash) => rm(pathOf(projectId, hash), { force: true }),
    removeProject: (projectId) => rm(join(folder, String(projectId)), { recursive: true, force: true }),
    async *list() {
      for (const project of await namesIn(folder)) {
        if (!/^\d+$/.test(project)) continue;
        for (const digits of await namesIn(join(folder, project))) {
          const names = await namesIn(join(folder, project, digits));
          yield { projectId: Number(project), hashes: names.filter((name) => /^[0-9a-f]{64}$/.test(name)) };
        }
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}

/** Moves a finished file to its name. Copies it first if the two are on different file systems. */
async function arrive(from: string, to: string): Promise<void> {
  await syncFile(from);
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const beside = `${to}.${process.pid}.part`;
    await copyFile(from, beside);
    await syncFile(beside);
    await rename(beside, to);
    await rm(from, { force: true });
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
