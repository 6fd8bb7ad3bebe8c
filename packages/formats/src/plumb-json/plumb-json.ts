import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { ReportFormat, ReportSource } from "#report-format.ts";
import { topLevelKeys } from "#detection/json-facts.ts";
import { DocumentReader } from "./document-reader.ts";

/** A report that Plumb itself exported as JSON (docs/json-export.md). It is cut at its tests, so memory stays flat. */
export const plumbJson: ReportFormat = {
  id: "plumb-json",
  label: "Plumb JSON",
  recognises: (head) => /"format"\s*:\s*"plumb-report"/.test(head) && topLevelKeys(head)?.has("format") === true,
  read: readPlumbJson,
};

async function* readPlumbJson(source: ReportSource): AsyncGenerator<readonly ResultEvent[]> {
  const reader = new DocumentReader();
  for await (const chunk of source.text()) {
    const events = reader.write(chunk);
    if (events.length > 0) yield events;
  }
  const rest = reader.end();
  if (rest.length > 0) yield rest;
}
