import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import { baseName, contentTypeOf } from "#text/content-type.ts";

const marker = /\[\[ATTACHMENT\|([^\]\r\n]+)\]\]/g;
const markerLine = /^(?:[ \t]*\[\[ATTACHMENT\|[^\]\r\n]+\]\])+[ \t]*(?:\r?\n)?/gm;

/** The paths that a text names in the `[[ATTACHMENT|path]]` convention, in order, each once. */
export function attachmentPaths(text: string): string[] {
  if (!text.includes("[[ATTACHMENT|")) return [];
  return [...new Set(Array.from(text.matchAll(marker), (match) => (match[1] ?? "").trim()))].filter(isFile);
}

/** The text without the lines that only name an attachment. */
export function withoutAttachments(text: string): string {
  if (!text.includes("[[ATTACHMENT|")) return text;
  return text.replace(markerLine, (line) =>
    Array.from(line.matchAll(marker)).every(([, path = ""]) => isFile(path.trim())) ? "" : line,
  );
}

/** An attachment of an attempt, or of the run if `test` is undefined. */
export function artifact(path: string, test: string | undefined, attempt: number): ArtifactEvent {
  const whose = test === undefined ? {} : { test, attempt };
  return { kind: "artifact", ...whose, name: baseName(path), contentType: contentTypeOf(path), path };
}

/** A link is not a file that could come with the report. */
function isFile(path: string): boolean {
  return path !== "" && path.length <= limits.title && !/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(path);
}
