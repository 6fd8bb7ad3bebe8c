import { Buffer } from "node:buffer";
import type { Verdict, AttachmentRecord } from "#results/test-record.ts";
import { parseTime } from "#text/duration.ts";
import { projectPath } from "#text/project-path.ts";

/** A `test` element. */
export interface RawTest {
  readonly attributes: ReadonlyMap<string, string>;
  /** Data of the failure; undefined if there is none. */
  failure: { type: string; message: string; stack: string } | undefined;
  reason: string;
  output: string;
  readonly traits: { type: string; description: string }[];
  readonly files: AttachmentRecord[];
}

/** Creates an empty record for an element. */
export function newTest(attributes: ReadonlyMap<string, string>): RawTest {
  return { attributes, failure: undefined, reason: "", output: "", traits: [], files: [] };
}

const byResult: Readonly<Record<string, Verdict>> = {
  pass: "passed",
  passed: "passed",
  fail: "failed",
  failed: "failed",
  error: "error",
  skip: "skipped",
  skipped: "skipped",
  notrun: "skipped",
};

/** Returns the status by the result. Unknown results do not count as passed. */
export function statusOf({ attributes, failure }: RawTest): Verdict {
  const result = attributes.get("result")?.toLowerCase();
  return byResult[result ?? ""] ?? (failure === undefined ? "skipped" : "failed");
}

/** Version 3 has a duration in a format that does not depend on the locale. */
export function durationOf(attributes: ReadonlyMap<string, string>): number | null {
  return parseTime(attributes.get("time-rtf") ?? attributes.get("time"));
}

/** Returns the source file if it is relative to the project, as in deterministic builds. */
export function sourceOf({ attributes }: RawTest): { readonly file: string | null; readonly line: number | undefined } {
  const path = projectPath(attributes.get("source-file") ?? "").replace(/^\/_\//, "");
  if (path === "" || /^(\/|[a-z]:)/i.test(path)) return { file: null, line: undefined };
  return { file: path, line: Number(attributes.get("source-line") ?? Number.NaN) };
}

/** The content is text, or base64 if there is a media type. */
export function attachmentOf(attributes: ReadonlyMap<string, string>, content: string): AttachmentRecord {
  const type = attributes.get("media-type");
  const name = attributes.get("name") ?? "attachment";
  if (type !== undefined) return { name, contentType: type, body: content.replace(/\s+/g, "") };
  return { name, contentType: "text/plain", body: Buffer.from(content).toString("base64") };
}
