import type { AttachmentRecord } from "./test-record.ts";
import { limits } from "#limits.ts";

const reference =
  /<(?:img|a|video|source)\b[^<>]{0,2000}?\b(?:src|href)\s*=\s*(?:"([^"<>]{1,4000})"|'([^'<>]{1,4000})')/gi;

/**
 * Returns the files, usually screenshots, that markup in a reporter's text refers to, in order and without duplicates. Links to the
 * web and embedded pictures are not included.
 */
export function filesIn(text: string): AttachmentRecord[] {
  if (!text.includes("<")) return [];
  const paths = new Set<string>();
  for (const match of text.matchAll(reference)) {
    const path = (match[1] ?? match[2] ?? "").trim();
    if (!isFile(path)) continue;
    paths.add(path);
    if (paths.size >= limits.artifactsPerAttempt) break;
  }
  return [...paths].map((path) => ({ path }));
}

function isFile(path: string): boolean {
  return path !== "" && !path.startsWith("#") && !/^(?!file:|[a-z]:[\\/])[a-z][a-z0-9+.-]*:/i.test(path);
}
