import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Heading of the snapshot in Playwright's `error-context.md`. The sections before and after it repeat the error and the source code. */
const snapshotHeading = /^#{1,3} Page snapshot\s*$/im;
const nextHeading = /^#{1,3} /m;
/** First line of a response in the logs of Karate, REST Assured, Newman and others, and of a raw response. */
const responseLine =
  /^[ \t]*(?:\d+ < |HTTP\/[\d.]+ |<-- |response: |(?:response )?status(?: ?code)?: ?)(?:[1-5]\d\d\b)/gim;
const maxResponse = 2000;
const maxSnapshot = 8000;
/** A response is at the end of the output; earlier ones belong to steps that passed. */
const maxOutput = 20_000;

/** Returns the snapshot of the page from an attached text; `null` if it contains none. */
export function pageSnapshotIn(attached: string): string | null {
  const heading = snapshotHeading.exec(attached);
  if (heading === null) return null;
  const rest = attached.slice(heading.index + heading[0].length);
  const next = nextHeading.exec(rest);
  const snapshot = (next === null ? rest : rest.slice(0, next.index)).replaceAll("```yaml", "").replaceAll("```", "");
  return stripAnsi(snapshot).trim().slice(0, maxSnapshot) || null;
}

/** Returns the last HTTP response in the output of a test, from its status line; `null` if there is none. */
export function lastResponseIn(output: string): string | null {
  const end = stripAnsi(output.slice(-maxOutput));
  const last = [...end.matchAll(responseLine)].at(-1);
  return last === undefined ? null : end.slice(last.index, last.index + maxResponse).trim();
}
