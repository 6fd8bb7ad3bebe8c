import { Buffer } from "node:buffer";
import type { AttemptEvent, ResultEvent } from "@plumb/contract/result-event.ts";
import { asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { outputText } from "#results/test-events.ts";
import { contentTypeOf } from "#text/content-type.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/timestamp.ts";
import { errorsOf } from "./errors.ts";
import { stepEvents } from "./step-events.ts";

export interface RawAttempt {
  /** Id of the test in the stream. */
  readonly id: string;
  readonly index: number;
  readonly test: JsonObject;
  readonly result: JsonObject;
  /** File of the spec, relative to the root. */
  readonly file: string | undefined;
  readonly rootDir: string | undefined;
}

/** Appends the events of an attempt. Messages about cut parts are added to `repairs`. */
export function attemptEvents(events: ResultEvent[], repairs: Set<string>, raw: RawAttempt): void {
  const { id, index, result } = raw;
  const worker = result["workerIndex"];
  const relative = (file: string) => relativeTo(raw.rootDir, raw.file, file);
  events.push({
    kind: "attempt",
    test: id,
    index,
    status: attemptStatus(raw.test, result),
    startedAt: parseUnixMs(result["startTime"]),
    durationMs: plausibleDurationMs(result["duration"]),
    errors: withUnexpectedPass(raw, errorsOf(result, relative)),
    ...(result["status"] === "timedOut" && attemptStatus(raw.test, result) === "failed" && { timedOut: true }),
    worker: typeof worker === "number" && Number.isSafeInteger(worker) && worker >= 0 ? worker : undefined,
  });
  const attachedIn = stepEvents(events, repairs, { test: id, attempt: index, steps: result["steps"], relative });
  for (const stream of ["stdout", "stderr"] as const) {
    const text = outputText(output(result[stream]), repairs);
    if (text !== "") events.push({ kind: "stdout", test: id, attempt: index, stream, text });
  }
  artifactEvents(events, repairs, raw, attachedIn);
}

/** Returns true for a result without an end, because the run was stopped during the attempt. */
export function neverFinished(status: unknown): boolean {
  return status === "interrupted" || status === undefined || status === null;
}

/** Returns the status compared with the expectation: an expected failure passed, and an unexpected pass failed. */
function attemptStatus(test: JsonObject, result: JsonObject): AttemptEvent["status"] {
  const status = result["status"];
  if (status === "skipped" || neverFinished(status)) return "skipped";
  return status === (asString(test["expectedStatus"]) ?? "passed") ? "passed" : "failed";
}

function withUnexpectedPass({ test, result }: RawAttempt, errors: AttemptEvent["errors"]): AttemptEvent["errors"] {
  const unexpected = errors.length === 0 && result["status"] === "passed" && attemptStatus(test, result) === "failed";
  return unexpected ? [{ message: "Expected to fail, but passed" }] : errors;
}

function output(entries: unknown): string {
  return objectsOf(entries)
    .map((entry) => asString(entry["text"]) ?? Buffer.from(asString(entry["buffer"]) ?? "", "base64").toString("utf8"))
    .join("");
}

function artifactEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  { id, index, result }: RawAttempt,
  attachedIn: ReadonlyMap<number, number>,
): void {
  let count = 0;
  const entries = objectsOf(result["attachments"]);
  for (const [position, entry] of entries.entries()) {
    const name = asString(entry["name"]) ?? "attachment";
    // Internal attachments for Playwright's own viewers.
    if (name.startsWith("_")) continue;
    if (++count > limits.artifactsPerAttempt) {
      repairs.add(`A test has more than ${limits.artifactsPerAttempt} attachments; the rest was left out`);
      return;
    }
    const path = asString(entry["path"]);
    const body = asString(entry["body"]);
    const copy = copyOfExpected(name, path, entries);
    const step = attachedIn.get(position);
    events.push({
      kind: "artifact",
      test: id,
      attempt: index,
      ...(step === undefined ? {} : { step }),
      name: cleanTitle(name, limits.title),
      contentType: asString(entry["contentType"]) ?? contentTypeOf(path ?? name),
      ...(path === undefined ? {} : { path }),
      ...(copy === undefined ? {} : { copyPath: copy }),
      ...(body === undefined ? {} : { body }),
    });
  }
}

/** The path of an expected picture is in the snapshot folder, but Playwright copies it next to the actual one. */
function copyOfExpected(
  name: string,
  path: string | undefined,
  attachments: readonly JsonObject[],
): string | undefined {
  const [, stem, ending] = /^(.*)-expected(\.\w+)$/.exec(name) ?? [];
  if (path === undefined || stem === undefined) return undefined;
  const actual = attachments.find((entry) => entry["name"] === `${stem}-actual${ending}`);
  const beside = asString(actual?.["path"]);
  const [, folder] = /^(.*[\\/])[^\\/]+-actual\.\w+$/.exec(beside ?? "") ?? [];
  const file = beside?.slice(folder?.length ?? 0).replace(/-actual(\.\w+)$/, "-expected$1");
  return folder === undefined || file === undefined || `${folder}${file}` === path ? undefined : `${folder}${file}`;
}

/** Returns a path relative to the root of the tests. If the root is unknown, it is derived from the file of the spec. */
function relativeTo(rootDir: string | undefined, specFile: string | undefined, file: string): string {
  const path = file.replaceAll("\\", "/");
  const root = rootDir?.replaceAll("\\", "/").replace(/\/$/, "");
  if (root !== undefined && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  const spec = specFile?.replaceAll("\\", "/");
  return spec !== undefined && path.endsWith(`/${spec}`) ? spec : path;
}
