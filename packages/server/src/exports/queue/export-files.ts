import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Context } from "#core/context.ts";
import { temporaryFolder } from "#core/data-folder.ts";

type Needs = Pick<Context, "config" | "exportBlobs" | "writer">;

export interface NewExportFile {
  readonly out: Writable;
  /** Stores the file, so that every replica can offer it. Returns its size in bytes. */
  store(): Promise<number>;
  /** Deletes the local file. */
  discard(): Promise<void>;
}

/** Creates a local file to write. */
export async function createExportFile(
  { config, exportBlobs, writer }: Needs,
  projectId: number,
  exportId: number,
): Promise<NewExportFile> {
  const path = join(await temporaryFolder(config.dataDir, writer), `export-${exportId}`);
  const out = createWriteStream(path, { mode: 0o600 });
  await once(out, "open");
  // Writers receive errors; an error before they listen must not end the process.
  out.on("error", () => undefined);
  return {
    out,
    async store() {
      const { size } = await stat(path);
      const name = blobOfExport(exportId);
      // A process that crashed may have stored the export without recording that it is ready.
      await exportBlobs.remove(projectId, name);
      await exportBlobs.putFile(projectId, name, path);
      return size;
    },
    async discard() {
      out.destroy();
      await rm(path, { force: true });
    },
  };
}

/** Returns `null` if the file does not exist. */
export async function openExportFile(
  { exportBlobs }: Pick<Context, "exportBlobs">,
  projectId: number,
  exportId: number,
): Promise<{ size: number; stream: Readable } | null> {
  return exportBlobs.open(projectId, blobOfExport(exportId));
}

export async function removeExportFile(
  { exportBlobs }: Pick<Context, "exportBlobs">,
  projectId: number,
  exportId: number,
): Promise<void> {
  await exportBlobs.remove(projectId, blobOfExport(exportId));
}

/** Names the blob by the id, not by its content, so that a sweep finds the export of a blob. */
export function blobOfExport(exportId: number): string {
  return exportId.toString(16).padStart(64, "0");
}

export function exportOfBlob(name: string): number {
  return Number.parseInt(name, 16);
}
