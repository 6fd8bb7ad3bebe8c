import { headLength } from "@plumb/formats/detect.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import type { Context } from "#core/context.ts";
import type { SpooledBundle } from "#ingest/bundle/bundles.ts";
import { detectHead } from "#ingest/bundle/inspect.ts";
import type { ReportBatch, ReportSummary } from "./batch-builder.ts";
import { type StartedReading, type Reading, threadFromBytes } from "./readers.ts";

/** Number of bytes after which the reader is notified. */
const newsBytes = 512 * 1024;

/** Watches a file that is arriving. */
interface FileWatch {
  /** Called with each chunk before it is written to disk. */
  readonly piece: (path: string, piece: Uint8Array) => void;
  /** Called when the whole file is on disk. */
  readonly whole: () => Promise<void>;
}

/** Reads the reports of one upload. */
export interface UploadReader extends AsyncDisposable {
  watch(name: string): FileWatch;
  /** Reads a report, or continues the read that started while its file arrived. */
  read(bundle: SpooledBundle, format: ReportFormat): AsyncGenerator<ReportBatch, ReportSummary>;
}

/**
 * Starts to read large reports while they arrive. The batches wait until the file is complete, so an incomplete file, a duplicate, or a file
 * that has to be read in another format leaves nothing behind. Reads that were not needed stop when the upload ends.
 */
export function createUploadReader({ readers, log }: Pick<Context, "log"> & Reading): UploadReader {
  const beginnings: Promise<StartedReading | null>[] = [];
  const begin = async (name: string, path: string, head: Uint8Array) => {
    const found = await detectHead(head, name);
    if (!("format" in found) || found.format.extent !== undefined) return null;
    return readers.begin({ name, path }, found.format);
  };
  return {
    watch(name) {
      const head: Uint8Array[] = [];
      let bytes = 0;
      let sent = 0;
      let beginning: Promise<StartedReading | null> | null = null;
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
          if (bytes - sent < newsBytes) return;
          sent = bytes;
          void beginning?.then((reading) => reading?.tell({ whole: false }));
        },
        async whole() {
          (await beginning)?.tell({ whole: true });
        },
      };
    },
    async *read(bundle, format) {
      const [file] = bundle.files;
      const started = (await Promise.all(beginnings)).find(
        (reading) => reading?.path === file?.path && reading?.format === format && !reading.isLost(),
      );
      return yield* readers.read(bundle, format, started);
    },
    async [Symbol.asyncDispose]() {
      for (const reading of await Promise.all(beginnings)) await reading?.[Symbol.asyncDispose]();
    },
  };
}
