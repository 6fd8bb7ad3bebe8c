import { asObject, asString, asText, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import type { OpenSuite } from "#json/suite-stack.ts";
import type { AnnotationRecord, AttachmentRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { mochaError } from "#mocha-error/mocha-error.ts";
import { contentTypeOf } from "#text/content-type.ts";
import { tagsIn } from "#text/tags-in-titles.ts";

/** Returns the record of a test in a suite. */
export function testRecord(test: JsonObject, suites: readonly OpenSuite[]): TestRecord {
  const status = verdictOf(test);
  const titlePath = [...suites.map(({ title }) => title ?? ""), asString(test["title"]) ?? ""];
  const { attachments, annotations } = contextOf(test["context"]);
  return {
    file: suites.findLast(({ file }) => file !== undefined)?.file,
    titlePath,
    status,
    tags: tagsIn(titlePath),
    annotations: [...annotations, ...codeOf(test)],
    skipReason: skipReasonOf(test),
    attempts: [
      {
        status,
        durationMs: status === "skipped" ? null : test["duration"],
        errors: status === "failed" ? [errorOf(test)] : [],
        attachments,
      },
    ],
  };
}

/** For a test or a hook. */
export function failed(test: JsonObject): boolean {
  return test["fail"] === true || test["state"] === "failed";
}

function verdictOf(test: JsonObject): Verdict {
  if (failed(test)) return "failed";
  return test["pass"] === true || test["state"] === "passed" ? "passed" : "skipped";
}

/** Pending tests skip themselves. Skipped tests did not start because a hook failed. */
function skipReasonOf(test: JsonObject): string | undefined {
  const itself = test["pending"] === true || (test["state"] === "pending" && test["skipped"] !== true);
  return itself ? undefined : "Did not run: a hook failed before it started";
}

/** For a test or a hook. */
export function errorOf(test: JsonObject): ErrorRecord {
  const error = mochaError(test["err"]) ?? {};
  const diff = diffOf(asObject(test["err"])?.["diff"]);
  return diff === undefined ? error : { ...error, snippet: diff };
}

/** The difference is a text, or a list of pieces with `useInlineDiffs`. */
function diffOf(diff: unknown): string | undefined {
  if (!Array.isArray(diff)) return asString(diff);
  const pieces = diff.map((each: unknown) => asObject(each) ?? {});
  return pieces
    .map(({ added, removed, value }) => {
      const text = asText(value) ?? "";
      return added === true ? `{+${text}+}` : removed === true ? `[-${text}-]` : text;
    })
    .join("");
}

function codeOf(test: JsonObject): AnnotationRecord[] {
  const code = asString(test["code"]) ?? "";
  return code.trim() === "" ? [] : [{ type: "code", description: code }];
}

/** Parses the context of a test: JSON text with a string, `{title, value}`, or a list of them. */
function contextOf(context: unknown): { attachments: AttachmentRecord[]; annotations: AnnotationRecord[] } {
  const attachments: AttachmentRecord[] = [];
  const annotations: AnnotationRecord[] = [];
  const text = asString(context);
  const parsedContext = text === undefined ? context : (parsePiece(text)?.value ?? text);
  for (const entry of Array.isArray(parsedContext) ? (parsedContext as unknown[]) : [parsedContext]) {
    const titled = asObject(entry);
    const title = asText(titled?.["title"]);
    const values = titled === undefined ? [entry] : listOf(titled["value"]);
    for (const value of values) {
      const visible = asText(value) ?? (value === undefined || value === null ? "" : JSON.stringify(value));
      if (visible === "") continue;
      if (isFile(visible))
        attachments.push({ name: title, ...(visible.startsWith("data:") ? { body: visible } : { path: visible }) });
      else annotations.push({ type: title ?? "context", description: visible });
    }
  }
  return { attachments, annotations };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** Only pictures and videos count as files, because other text may also look like a path. */
function isFile(text: string): boolean {
  if (text.startsWith("data:")) return true;
  if (text.length > 1000 || text.includes("\n") || /^https?:/i.test(text)) return false;
  return /^(?:image|video)\//.test(contentTypeOf(text));
}
