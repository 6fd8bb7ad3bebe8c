import type { ResultEvent } from "@plumb/contract/result-event.ts";

/** An uploaded file as a format sees it. */
export interface ReportSource {
  /** As uploaded, posix separators; a hint for titles and messages, never for deciding the format. */
  readonly name: string;
  /** The decoded text from its beginning, in chunks of any size. Each call reads it anew. */
  text(): AsyncIterable<string>;
}

export interface ReportFormat {
  /** Stable id: in the API, in the database, in the name of the folder. */
  readonly id: string;
  readonly label: string;
  /** Decides from the first 64 kB of decoded text, never from the file name: `report.xml` can be ten things. */
  recognises(head: string): boolean;
  /**
   * Reads in one pass with memory that does not grow with the file. Bad content yields `problem` events; only a failing
   * source may throw. Events come in small batches, because a promise per event costs more than the event.
   */
  read(source: ReportSource): AsyncGenerator<readonly ResultEvent[]>;
}
