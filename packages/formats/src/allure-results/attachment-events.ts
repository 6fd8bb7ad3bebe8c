import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asString, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { contentTypeOf } from "#text/content-type.ts";

/** Appends the attachments of a test or one of its steps; without `owner`, those of the run. */
export function attachmentEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  owner: { readonly test: string; readonly attempt: number; readonly step?: number } | undefined,
  attachments: unknown,
): void {
  for (const attachment of objectsOf(attachments).slice(0, limits.artifactsPerAttempt)) {
    const source = asString(attachment["source"]) ?? "";
    // Attachments are in the same folder as the results. Other paths are ignored.
    const isBeside = source !== "" && !/[/\\]|^\.\.?$/.test(source);
    if (source !== "" && !isBeside) repairs.add("An attachment refers to a file outside its folder, which was ignored");
    events.push({
      kind: "artifact",
      ...owner,
      name: cleanTitle(asString(attachment["name"]) ?? (isBeside ? source : "attachment"), limits.title),
      contentType: asString(attachment["type"]) ?? contentTypeOf(source),
      ...(isBeside ? { path: source } : {}),
    });
  }
}
