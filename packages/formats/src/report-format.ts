import type { ResultEvent } from "@plumb/contract/result-event.ts";

/** One file of a bundle, as a format sees it. */
export interface Member {
  /** As uploaded, posix separators; a hint for titles and messages, never alone for deciding the format. */
  readonly name: string;
  /** Returns the decoded text from the start, in chunks of any size. Each call reads it again. */
  text(): AsyncIterable<string>;
  /** The same, not decoded. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** The files that only mean something together; most reports are a bundle of one. Members may be read in any order. */
export interface Bundle {
  /** For titles and messages: the name of the file, the folder or the archive. */
  readonly name: string;
  /** Never empty. */
  readonly members: readonly Member[];
}

export interface ReportFormat {
  /** Stable id: in the API, in the database, in the name of the folder. */
  readonly id: string;
  readonly label: string;
  /** What writes such a report, and into which file or with which option: Markdown, for the list in `docs/formats.md`. */
  readonly writtenBy: string;
  /**
   * Decides from the first 64 kB of decoded text whether a file is a part of such a report. The name alone never decides:
   * `report.xml` can be ten things.
   */
  recognises(head: string, name: string): boolean;
  /**
   * Extent of a report with several files. `folder`: all recognised files of a folder. `archive`: one file with the
   * name of its archive.
   */
  readonly extent?: "folder" | "archive";
  /** Other files of the folder that belong to the report, by their name without folders. */
  readonly includes?: (name: string) => boolean;
  /**
   * Names, below the folder of such a report, of what it refers to: no reports themselves, whatever they hold.
   */
  readonly refersTo?: (name: string) => boolean;
  /**
   * A sentence for a person where these files of one folder can only be what is left of such a report without its main part;
   * undefined otherwise.
   */
  readonly remains?: (names: readonly string[]) => string | undefined;
  /**
   * Reads with memory that does not grow with the report. Bad content yields `problem` events; only a failing source may
   * throw. Events come in small batches, because a promise per event costs more than the event.
   */
  read(bundle: Bundle): AsyncGenerator<readonly ResultEvent[]>;
}
