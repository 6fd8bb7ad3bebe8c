import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import { baseName, contentTypeOf } from "#text/content-type.ts";

const marker = /\[\[ATTACHMENT\|([^\]\r\n]+)\]\]/g;
const markerLine = /^(?:[ \t]*\[\[ATTACHMENT\|[^\]\r\n]+\]\])+[ \t]*(?:\r?\n)?/gm;

/** Returns the paths in a text that use the `[[ATTACHMENT|path]]` convention, in order, without duplicates. */
export function attachmentPaths(text: string): string[] {
  if (!text.includes("[[ATTACHMENT|")) return [];
  return [...new Set(Array.from(text.matchAll(marker), (match) => (match[1] ?? "").trim()))].filter(isFile);
}

/** Returns the text without lines that only contain an attachment. */
export function withoutAttachments(text: string): string {
  if (!text.includes("[[ATTACHMENT|")) return text;
  return text.replace(markerLine, (line) =>
    Array.from(line.matchAll(marker)).every(([, path = ""]) => isFile(path.trim())) ? "" : line,
  );
}

/** Returns an attachment of an attempt, or of the run if `test` is undefined. */
export function artifact(path: string, test: string | undefined, attempt: number): ArtifactEvent {
  const whose = test === undefined ? {} : { test, attempt };
  return { kind: "artifact", ...whose, name: baseName(path), contentType: contentTypeOf(path), path };
}

/** Links are not files that could be uploaded with the report. */
function isFile(path: string): boolean {
  return path !== "" && path.length <= limits.title && !/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(path);
}
