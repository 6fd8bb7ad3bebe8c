import { headLength } from "@plumb/formats/detect.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import type { Context } from "#core/context.ts";
import type { SpooledBundle } from "#ingest/bundle/bundles.ts";
import { detectHead } from "#ingest/bundle/inspect.ts";
import { type BegunReading, type Reading, threadFromBytes } from "#ingest/record/readers.ts";

/** Notify the reader every 512 kB. */
const newsBytes = 512 * 1024;

/** Watches a file that is arriving. */
interface FileWatch {
  /** Another piece, on its way to the disk. */
  readonly piece: (path: string, piece: Uint8Array) => void;
  /** All of it is on the disk. */
  readonly whole: () => Promise<void>;
}

/** Reads of an upload's files that started while they arrived. Unused ones are dropped when the upload ends. */
export interface HeadStarts extends AsyncDisposable {
  watch(name: string): FileWatch;
  /** Null if nothing began, or what did cannot be used. */
  take(bundle: SpooledBundle, format: ReportFormat): Promise<BegunReading | null>;
}

/**
 * Begins to read large reports while they arrive: what was read waits until the file is whole. Nothing is written before, so a file
 * that breaks off, that is here already or that is to be read as another format leaves nothing.
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
              // The upload is read from its start instead.
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
