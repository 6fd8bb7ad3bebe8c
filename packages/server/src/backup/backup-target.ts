import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BlobLocation, describeLocation } from "#config.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { openFile } from "#core/open-file.ts";
import { fileBlobs } from "#files/blobs/file-blobs.ts";
import { S3Blobs } from "#files/blobs/s3-blobs.ts";
import { type ObjectStore, s3Objects } from "#files/blobs/s3-objects.ts";

/** A folder or bucket with backups: `<backup>/…` for each, and `blobs/…` for the files that they share. */
export interface BackupTarget {
  readonly description: string;
  readonly blobs: BlobStore;
  /** Stores a file, which becomes visible when it is complete. */
  write(name: string, content: Readable): Promise<void>;
  /** Returns `null` if the file does not exist. */
  read(name: string): Promise<Readable | null>;
  /** Returns the names of all folders, also of interrupted backups. */
  folders(): Promise<string[]>;
  /** Removes a folder with its files. */
  remove(folder: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  removeFile(name: string): Promise<void>;
}

export const blobFolder = "blobs";

type Credentials = Parameters<typeof s3Objects>[1];

/** @param credentials By default, those of the environment. */
export function openBackupTarget(location: BlobLocation, credentials?: Credentials): BackupTarget {
  return typeof location === "string" ? folderTarget(location) : bucketTarget(location, credentials);
}

function folderTarget(folder: string): BackupTarget {
  return {
    description: folder,
    blobs: fileBlobs(join(folder, blobFolder)),
    async write(name, content) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.part`;
      await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }));
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },
    read: async (name) => (await openFile(join(folder, name)))?.stream ?? null,
    async folders() {
      const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async removeFile(name) {
      const path = join(folder, name);
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    },
  };
}

/** After a power failure, a file may otherwise not have its name yet. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no folders that can be synced.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function bucketTarget(location: Exclude<BlobLocation, string>, credentials: Credentials): BackupTarget {
  const objects: ObjectStore = s3Objects(location, credentials);
  return {
    description: describeLocation(location),
    blobs: new S3Blobs(
      { ...location, prefix: [location.prefix, blobFolder].filter((part) => part !== "").join("/") },
      credentials === undefined ? {} : { credentials },
    ),
    write: (name, content) => objects.write(name, content),
    read: (name) => objects.read(name),
    folders: () => objects.folders(),
    remove: (name) => objects.removeFolder(name),
    removeFile: (name) => objects.remove(name),
  };
}
