import { createWriteStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BlobStore, StoredBlob } from "#core/blob-store.ts";
import { openFile } from "#core/open-file.ts";
import { blobPath, isBlobName, projectOfFolder } from "./blob-name.ts";

/** Stores blobs as files: `<folder>/<project>/<first two digits>/<hash>`. Files are renamed into place, so they are always complete. */
export function fileBlobs(folder: string): BlobStore {
  const pathOf = (projectId: number, hash: string) => join(folder, blobPath(projectId, hash));
  const unfinished = join(folder, "unfinished");
  const newFile = async () => {
    await mkdir(unfinished, { recursive: true });
    return join(unfinished, randomUUID());
  };
  /** Writes a file next to the blobs and renames it, so that a failed write leaves no blob. */
  const write = async (target: string, fill: (path: string) => Promise<void>) => {
    const path = await newFile();
    try {
      await fill(path);
      await syncFile(path);
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };
  return {
    async putFile(projectId, hash, path) {
      const target = pathOf(projectId, hash);
      const [stored, size] = [await sizeOf(target), await sizeOf(path)];
      // Several results of an upload can have the same file.
      if (size === null && stored !== null) return;
      if (size === null || stored !== size) {
        await syncFile(path);
        await mkdir(dirname(target), { recursive: true });
        try {
          return await rename(path, target);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
          await write(target, (beside) => copyFile(path, beside));
        }
      }
      await rm(path, { force: true });
    },
    async putBytes(projectId, hash, bytes) {
      const target = pathOf(projectId, hash);
      if ((await sizeOf(target)) !== bytes.length) await write(target, (path) => writeFile(path, bytes));
    },
    putStream: (projectId, hash, stream) =>
      write(pathOf(projectId, hash), (path) => pipeline(stream, createWriteStream(path))),
    async open(projectId, hash, range) {
      return openFile(pathOf(projectId, hash), range);
    },
    size: async (projectId, hash) => sizeOf(pathOf(projectId, hash)),
    async projects() {
      return (await namesIn(folder)).map(projectOfFolder).filter((id) => id !== null);
    },
    list: (projectId, after, limit) => listFolder(join(folder, String(projectId)), after, limit),
    remove: async (projectId, hash) => rm(pathOf(projectId, hash), { force: true }),
    removeProject: (projectId) => rm(join(folder, String(projectId)), { recursive: true, force: true }),
    async removeUnfinished(before) {
      let removed = 0;
      for (const name of await namesIn(unfinished)) {
        const path = join(unfinished, name);
        const found = await statOf(path);
        if (found === null || found.mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
    links: null,
    // Errors of a disk are reported by the request that met them.
    fault: () => null,
  };
}

async function listFolder(
  folder: string,
  after: string,
  limit: number,
): Promise<{ blobs: StoredBlob[]; next: string | null }> {
  const blobs: StoredBlob[] = [];
  for (const part of (await namesIn(folder)).toSorted()) {
    if (!/^[0-9a-f]{2}$/.test(part) || part < after.slice(0, 2)) continue;
    for (const hash of (await namesIn(join(folder, part))).toSorted()) {
      if (hash <= after || !isBlobName(hash)) continue;
      if (blobs.length === limit) return { blobs, next: blobs.at(-1)?.hash ?? null };
      const found = await statOf(join(folder, part, hash));
      if (found !== null) blobs.push({ hash, bytes: found.size, storedAt: found.mtime });
    }
  }
  return { blobs, next: null };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ifExists(readdir(folder))) ?? [];
}

const statOf = (path: string) => ifExists(stat(path));

/** Returns `null` if the file does not exist. */
export async function sizeOf(path: string): Promise<number | null> {
  return (await statOf(path))?.size ?? null;
}

async function ifExists<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
