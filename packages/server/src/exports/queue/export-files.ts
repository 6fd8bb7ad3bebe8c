import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { openFile } from "#core/open-file.ts";

/** Folder of finished exports. Other storage can replace it. */
export interface ExportFiles {
  /** Creates a file to write. It only appears under its name after `keep`, which returns its size in bytes. */
  create(projectId: number, exportId: number): Promise<NewExportFile>;
  /** Returns `null` if the file does not exist. */
  open(projectId: number, exportId: number): Promise<{ size: number; stream: Readable } | null>;
  remove(projectId: number, exportId: number): Promise<void>;
  /** Lists files by project, finished or not. */
  list(): AsyncIterable<{ projectId: number; exportIds: readonly number[] }>;
}

export interface NewExportFile {
  readonly out: Writable;
  store(): Promise<number>;
  /** Deletes the unfinished file; does nothing after `keep`. */
  discard(): Promise<void>;
}

/** Stores exports as files: `<folder>/<project>/<id>`, and `<id>.part` while they are written. */
export function exportFiles(folder: string): ExportFiles {
  const pathOf = (projectId: number, exportId: number) => join(folder, String(projectId), String(exportId));
  return {
    async create(projectId, exportId) {
      const path = pathOf(projectId, exportId);
      await mkdir(join(folder, String(projectId)), { recursive: true, mode: 0o700 });
      const part = `${path}.part`;
      const out = createWriteStream(part, { mode: 0o600 });
      await once(out, "open");
      // Writers receive errors; an error before they listen must not end the process.
      out.on("error", () => undefined);
      return {
        out,
        async store() {
          const written = await open(part, "r+");
          try {
            await written.sync();
          } finally {
            await written.close();
          }
          await rename(part, path);
          return (await stat(path)).size;
        },
        async discard() {
          out.destroy();
          await rm(part, { force: true });
        },
      };
    },
    async open(projectId, exportId) {
      return openFile(pathOf(projectId, exportId));
    },
    async remove(projectId, exportId) {
      await rm(pathOf(projectId, exportId), { force: true });
      await rm(`${pathOf(projectId, exportId)}.part`, { force: true });
    },
    async *list() {
      for (const project of await names(folder)) {
        const ids = (await names(join(folder, project))).map((name) => Number.parseInt(name, 10));
        yield { projectId: Number(project), exportIds: [...new Set(ids)] };
      }
    },
  };
}

async function names(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return found.filter((name) => /^\d+(\.part)?$/.test(name));
}
