import { copyFile, mkdir, open, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BlobStore } from "#blobs/blob-store.ts";
import { openFile } from "#core/open-file.ts";

/** Blobs as files: `<folder>/<project>/<first two digits>/<hash>`. A file there is complete: it arrives by renaming. */
export function fileBlobs(folder: string): BlobStore {
  const pathOf = (projectId: number, hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error("A blob is named by its SHA-256.");
    return join(folder, String(projectId), hash.slice(0, 2), hash);
  };
  return {
    async keepFile(projectId, hash, path) {
      const target = pathOf(projectId, hash);
      if (await found(target)) await rm(path, { force: true });
      else await arrive(path, target);
    },
    async keepBytes(projectId, hash, bytes) {
      const target = pathOf(projectId, hash);
      if (await found(target)) return;
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
    async removeUnused(projectId, hash, { untouchedSince, isFree }) {
      const path = pathOf(projectId, hash);
      const aside = `${path}.${process.pid}.gone`;
      const touched = async (file: string) => (await stat(file)).mtime >= untouchedSince;
      try {
        if (await touched(path)) return false;
        await rename(path, aside);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
        throw error;
      }
      // Nobody finds it from here on: whoever needs it stores it anew, which does no harm.
      if (!(await touched(aside)) && (await isFree())) {
        await rm(aside, { force: true });
        return true;
      }
      await rename(aside, path);
      return false;
    },
    removeProject: (projectId) => rm(join(folder, String(projectId)), { recursive: true, force: true }),
  };
}

/** Moves a finished file to its name, through a copy where the two are on different file systems. */
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

/** Whether the blob is there; touches it, so that nobody removes it before it is referred to (see `removeUnused`). */
async function found(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
