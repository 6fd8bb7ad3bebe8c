import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { ReportFormat } from "./report-format.ts";

/** Turns a text that comes in chunks into events. */
export interface Scanner {
  write(chunk: string): readonly ResultEvent[];
  /** What was still open, and what is to be said of the whole. Called once, after the last chunk. */
  end(): readonly ResultEvent[];
}

/** The loop of every format whose files are read once from beginning to end; each file has a scanner of its own. */
export function scannedBy(start: () => Scanner): ReportFormat["read"] {
  return async function* read({ members }) {
    for (const member of members) yield* scan(member.text(), start());
  };
}

/** Feeds a text to a scanner and hands on what it says. */
export async function* scan(text: AsyncIterable<string>, scanner: Scanner): AsyncGenerator<readonly ResultEvent[]> {
  for await (const chunk of text) {
    const events = scanner.write(chunk);
    if (events.length > 0) yield events;
  }
  const rest = scanner.end();
  if (rest.length > 0) yield rest;
}
