import type { ResultEvent } from "@plumb/contract/result-event.ts";

/** A file of a bundle. */
export interface Member {
  /** Path as uploaded, with posix separators. Used in titles and messages, but not sufficient to detect a format. */
  readonly name: string;
  /** Returns the decoded text from the start, in chunks of any size. Each call reads it again. */
  text(): AsyncIterable<string>;
  /** Returns the raw bytes. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Files that form one report together. Most reports are a bundle with one file. Members may be read in any order. */
export interface Bundle {
  /** Name of the file, the folder or the archive, for titles and messages. */
  readonly name: string;
  /** Never empty. */
  readonly members: readonly Member[];
}

export interface ReportFormat {
  /** Stable id, used in the API, in the database and as the name of the folder. */
  readonly id: string;
  readonly label: string;
  /** Tool and option or file of such a report, in Markdown, for the list in `docs/formats.md`. */
  readonly writtenBy: string;
  /**
   * Returns true if a file is part of such a report, based on the first 64 kB of decoded text. The name alone is not sufficient,
   * because many tools write a `report.xml`.
   */
  recognises(head: string, name: string): boolean;
  /**
   * For reports with several files. `folder`: all recognised files of a folder. `archive`: one file with the
   * name of its archive.
   */
  readonly extent?: "folder" | "archive";
  /** Returns true for other files of the folder that belong to the report. The name has no folders. */
  readonly includes?: (name: string) => boolean;
  /** Returns true for files below the folder of such a report that it refers to. They are never read as reports, regardless of their content. */
  readonly refersTo?: (name: string) => boolean;
  /**
   * Returns a message for the user if these files of a folder are parts of such a report without its main file;
   * undefined otherwise.
   */
  readonly remains?: (names: readonly string[]) => string | undefined;
  /**
   * Reads a report. Memory must not grow with the size of the report. Invalid content yields `problem` events; only a failing source may
   * throw. Events are returned in small batches, because a promise per event costs more than the event.
   */
  read(bundle: Bundle): AsyncGenerator<readonly ResultEvent[]>;
}
