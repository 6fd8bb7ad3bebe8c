import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { ReportFormat } from "./report-format.ts";

/** Turns a text that comes in chunks into events. */
export interface Scanner {
  write(chunk: string): readonly ResultEvent[];
  /** Returns the remaining events. Called once, after the last chunk. */
  end(): readonly ResultEvent[];
}

/** Loop of formats whose files are read once from start to end; each file has its own scanner. */
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
