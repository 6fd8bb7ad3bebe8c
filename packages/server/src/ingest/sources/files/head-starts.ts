import { headLength } from "@plumb/formats/detect.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import type { Context } from "#core/context.ts";
import type { SpooledBundle } from "#ingest/bundle/bundles.ts";
import { detectHead } from "#ingest/bundle/inspect.ts";
import { type BegunReading, type Reading, threadFromBytes } from "#ingest/record/readers.ts";

/** Number of bytes after which the reader is notified. */
const newsBytes = 512 * 1024;

/** Watches a file that is arriving. */
interface FileWatch {
  /** Called with each chunk before it is written to disk. */
  readonly piece: (path: string, piece: Uint8Array) => void;
  /** Called when the whole file is on disk. */
  readonly whole: () => Promise<void>;
}

/** Reads that started while the files of an upload arrived. Unused ones are stopped when the upload ends. */
export interface HeadStarts extends AsyncDisposable {
  watch(name: string): FileWatch;
  /** Returns the started read of a report; `null` if there is none that can be used. */
  take(bundle: SpooledBundle, format: ReportFormat): Promise<BegunReading | null>;
}

/**
 * Starts to read large reports while they arrive. The batches wait until the file is complete. Nothing is written before, so a file that is
 * incomplete, a duplicate or to be read in another format leaves nothing behind.
 */
export function createHeadStarts({ readers, log }: Pick<Context, "log"> & Reading): HeadStarts {
  const beginnings: Promise<BegunReading | null>[] = [];
  const begin = async (name: string, path: string, head: Uint8Array) => {
    const found = await detectHead(head, name);
    if (!("format" in found) || found.format.extent !== undefined) return null;
    return readers.begin({ name, path }, found.format);
  };
  return {
    watch(name) {
      const head: Uint8Array[] = [];
      let bytes = 0;
      let told = 0;
      let beginning: Promise<BegunReading | null> | null = null;
      return {
        piece(path, piece) {
          if (bytes < headLength) head.push(piece);
          bytes += piece.length;
          if (beginning === null && bytes >= threadFromBytes) {
            beginning = begin(name, path, Buffer.concat(head).subarray(0, headLength)).catch((error: unknown) => {
              // The report is read again from the start.
              log.warn({ err: error, file: name }, "a report could not be read while it arrived");
              return null;
            });
            beginnings.push(beginning);
          }
          if (bytes - told < newsBytes) return;
          told = bytes;
          void beginning?.then((reading) => reading?.tell({ whole: false }));
        },
        async whole() {
          (await beginning)?.tell({ whole: true });
        },
      };
    },
    async take({ files: [file] }, format) {
      const begun = await Promise.all(beginnings);
      return begun.find((one) => one?.path === file?.path && one?.format === format && !one.isLost()) ?? null;
    },
    async [Symbol.asyncDispose]() {
      for (const reading of await Promise.all(beginnings)) await reading?.[Symbol.asyncDispose]();
    },
  };
}
