import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { formatBytes } from "@plumb/contract/figures.ts";
import { temporaryFolder, temporaryRoot } from "#core/data-folder.ts";
import { ByteBudget } from "#core/byte-budget.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { SpoolTarget } from "./spool.ts";

/** Maximum disk space of one upload, and of all uploads together, as a multiple of the maximum file size. */
const spoolFiles = { ofUpload: 4, ofAll: 16 } as const;

/** Creates the disk space budget for all requests. */
export function createSpoolBudget(maxUploadBytes: number): ByteBudget {
  const message =
    "The server does not have enough free disk space for this upload right now. It was not stored. Send it again later.";
  return new ByteBudget(maxUploadBytes * spoolFiles.ofAll, () => new ApiError("unavailable", message, {}, 30));
}

/** Disk space for a request's files until they are recorded. */
export interface Spool extends SpoolTarget {
  /** Deletes the remaining files of the request and releases the space. */
  readonly close: () => Promise<void>;
}

/** Creates a folder for the files of one request, below the folder of this process. All requests together use at most half of the free disk space. */
export async function openSpool(
  { config, spoolBudget, writer }: Pick<Context, "config" | "spoolBudget" | "writer">,
  projectId: number,
): Promise<Spool> {
  const folder = join(await temporaryFolder(config.dataDir, writer), randomUUID());
  await mkdir(folder, { mode: 0o700 });
  await limitToDisk(spoolBudget, folder, config.maxUploadBytes * spoolFiles.ofAll);
  const held = spoolBudget.open(projectId);
  const maxBytes = config.maxUploadBytes * spoolFiles.ofUpload;
  let own = 0;
  return {
    folder,
    hold(bytes) {
      own += bytes;
      if (own > maxBytes) throw tooMuch(maxBytes);
      held.add(bytes);
    },
    async close() {
      await rm(folder, { recursive: true, force: true });
      held.release();
    },
  };
}

async function limitToDisk(budget: ByteBudget, folder: string, maxBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  budget.limitTo(Math.min(maxBytes, (budget.total + bavail * bsize) / 2));
}

function tooMuch(maxBytes: number): ApiError {
  return new ApiError(
    "too_large",
    `The files of this upload are larger than ${formatBytes(maxBytes)} in total, four times PLUMB_MAX_UPLOAD_BYTES. Nothing was stored. Send them in several uploads with the same build.`,
  );
}

/**
 * Deletes files of processes that have ended. Keeps files of other processes, which may share the folder.
 *
 * @param minAgeMs Time since the process last changed its folder.
 */
export async function removeAbandonedFiles(
  { db, writer }: Pick<Context, "db" | "writer">,
  dataDir: string,
  minAgeMs = 0,
): Promise<void> {
  const names = await readdir(temporaryRoot(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const path = join(temporaryRoot(dataDir), name);
    const changedAt = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
    if (Date.now() - changedAt < minAgeMs) continue;
    const isRetained = /^\d{1,10}$/.test(name) && (await writer.isAlive(db, Number(name)));
    if (!isRetained) await rm(path, { recursive: true, force: true });
  }
}
