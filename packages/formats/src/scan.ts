import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { ReportFormat } from "./report-format.ts";

/** Converts a text, which is written in chunks, to events. */
export interface Scanner {
  write(chunk: string): readonly ResultEvent[];
  /** Returns the remaining events. Called once, after the last chunk. */
  end(): readonly ResultEvent[];
}

/** Returns the `read` function of a format whose files are read once from start to end, each with a new scanner. */
export function scannedBy(start: () => Scanner): ReportFormat["read"] {
  return async function* read({ members }) {
    for (const member of members) yield* scan(member.text(), start());
  };
}

/** Writes a text to a scanner and yields its events. */
export async function* scan(text: AsyncIterable<string>, scanner: Scanner): AsyncGenerator<readonly ResultEvent[]> {
  for await (const chunk of text) {
    const events = scanner.write(chunk);
    if (events.length > 0) yield events;
  }
  const rest = scanner.end();
  if (rest.length > 0) yield rest;
}
