import { meansFailure } from "#results/other-status.ts";
import { asNumber, asObject, asString, asText, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import type {
  AnnotationRecord,
  AttachmentRecord,
  AttemptRecord,
  StepRecord,
  TestRecord,
  Verdict,
} from "#results/test-record.ts";
import { unexplainedAttempts } from "#results/unexplained-attempts.ts";
import { browserIn } from "#text/browser-name.ts";
import { isBrowserVersion, withoutVersions } from "#text/browser-version.ts";
import { durationBetween } from "#text/loose-timestamp.ts";

/** Returns the record of an entry in `tests`. */
export function testRecord(test: JsonObject): TestRecord {
  const status = verdictOf(test);
  const browser = asString(test["browser"]) ?? "";
  const file = asString(test["filePath"]);
  const attempts = attemptsOf(test, status);
  const suites = suitesOf(test["suite"], file);
  return {
    file,
    titlePath: [...suites, ownName(asString(test["name"]) ?? "", suites)],
    variant: variantOf(test, browser),
    status,
    flaky: typeof test["flaky"] === "boolean" ? test["flaky"] : undefined,
    attempts,
    line: test["line"],
    browser: browserIn(browser) ?? browser,
    tags: stringsOf(test["tags"]),
    author: authorOf(asObject(test["labels"])),
    annotations: annotationsOf(test),
    skipReason: skipReasonOf(test),
  };
}

/** Returns true for a status of a tool that means a failure. Some reporters pass it on as the status "other". */
function isFailure(rawStatus: unknown): boolean {
  const word = asString(rawStatus) ?? "";
  return meansFailure(word) || /^(?:ambiguous|undefined)$/i.test(word);
}

function verdictOf({ status, rawStatus }: JsonObject): Verdict {
  if (status === "passed" || status === "failed") return status;
  if (meansFailure(asString(status) ?? "")) return "failed";
  return status !== "skipped" && isFailure(rawStatus) ? "failed" : "skipped";
}

/** Returns true for a test that passed because it failed, such as `test.fail()` of Playwright. */
export function failedAsExpected({ status, rawStatus }: JsonObject): boolean {
  return status === "passed" && isFailure(rawStatus);
}

/** Suites are a list since 2025, and were one text joined with ` > ` before. The file is removed, because it is a separate field. */
function suitesOf(suite: unknown, file: string | undefined): string[] {
  const path = file?.replaceAll("\\", "/") ?? "";
  const titles = typeof suite === "string" ? suite.split(" > ") : stringsOf(suite);
  return titles.filter((title) => !(/\.\w+$/.test(title) && path.endsWith(title.replaceAll("\\", "/"))));
}

/** Jest's reporter repeats the suites in the name, so they are removed. */
function ownName(name: string, suites: readonly string[]): string {
  const before = `${suites.join(" ")} `;
  return suites.length > 0 && name.startsWith(before) ? name.slice(before.length) : name;
}

/** Returns the browser without its version, which changes between runs. */
function variantOf(test: JsonObject, browser: string): string {
  const parameters = Object.entries(asObject(test["parameters"]) ?? {}).filter(([name]) => !isBrowserVersion(name));
  const device = asString(test["device"]) ?? "";
  return [
    withoutVersions(browser),
    device,
    ...parameters.map(([name, value]) => `${name}=${asText(value) ?? JSON.stringify(value)}`),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** `retryAttempts` contains the executions before the last one; some reporters include the last one too. */
function attemptsOf(test: JsonObject, status: Verdict): AttemptRecord[] {
  const listed = objectsOf(test["retryAttempts"]).toSorted((one, other) => order(one) - order(other));
  const last = listed.at(-1);
  const retries = asNumber(test["retries"]);
  const isFinal =
    last !== undefined &&
    verdictOf(last) === status &&
    (retries === undefined ? last["duration"] === test["duration"] : listed.length > retries);
  const reported = (isFinal ? listed.slice(0, -1) : listed).map((attempt) => attemptOf(attempt));
  const earlier = listed.length === 0 ? unexplainedAttempts(status === "skipped" ? 0 : retries) : reported;
  return [...earlier, attemptOf(isFinal ? { ...last, ...test, attachments: attachmentsIn(last, test) } : test)];
}

function order(attempt: JsonObject): number {
  return asNumber(attempt["attempt"]) ?? 0;
}

function attachmentsIn(...owners: readonly JsonObject[]): JsonObject[] {
  return owners.flatMap((owner) => objectsOf(owner["attachments"]));
}

function attemptOf(source: JsonObject): AttemptRecord {
  const status = verdictOf(source);
  const failed = status === "failed";
  const worker = /(\d+)$/.exec(asText(source["threadId"]) ?? "")?.[1];
  const { message, trace, snippet, line, filePath } = source;
  const hasText = [message, trace, snippet].some((text) => typeof text === "string" && text !== "");
  return {
    status,
    startedAt: source["start"],
    durationMs: durationOf(source),
    worker: worker === undefined ? undefined : Number(worker),
    errors:
      failed && hasText ? [{ message, stack: trace, snippet, line, file: line === undefined ? "" : filePath }] : [],
    steps: stepsOf(source["steps"]),
    attachments: attachmentsOf(source),
    stdout: linesOf(source["stdout"]),
    stderr: linesOf(source["stderr"]),
  };
}

/**
 * Returns the duration in milliseconds. Some reporters write seconds instead. This is detected if the start and the end of the test are
 * a thousand times as far apart.
 */
export function durationOf({ start, stop, duration }: JsonObject): number | null {
  const reported = asNumber(duration);
  const between = durationBetween(start, stop);
  if (reported === undefined || between === null) return reported ?? between;
  const isSeconds = reported > 0 && between >= 100 && Math.abs(between / (reported * 1000) - 1) < 0.05;
  return isSeconds ? reported * 1000 : reported;
}

/** Joins lines, or pieces of output that contain their line breaks. */
function linesOf(output: unknown): string {
  if (typeof output === "string") return output;
  return stringsOf(output)
    .map((piece) => (piece.endsWith("\n") ? piece : `${piece}\n`))
    .join("");
}

function stepsOf(steps: unknown): StepRecord[] {
  return objectsOf(steps).map((step) => ({
    title: asString(step["name"]) ?? "",
    depth: 0,
    status: verdictOf(step) as StepRecord["status"],
    durationMs: step["duration"],
    error: asString(step["message"]),
  }));
}

function attachmentsOf(source: JsonObject): AttachmentRecord[] {
  const listed = objectsOf(source["attachments"]).map((attachment) => ({
    name: asString(attachment["name"]),
    contentType: asString(attachment["contentType"]),
    path: asString(attachment["path"]),
  }));
  const screenshot = asString(source["screenshot"]) ?? "";
  if (screenshot === "") return listed;
  return [...listed, { name: "screenshot", contentType: pictureType(screenshot), body: screenshot }];
}

/** Detects the image type by the first characters of the base64 text, because the schema has no type. */
function pictureType(base64: string): string | undefined {
  if (base64.startsWith("data:")) return undefined;
  return base64.startsWith("/9j/") ? "image/jpeg" : "image/png";
}

function authorOf(labels: JsonObject | undefined): string | undefined {
  const entry = Object.entries(labels ?? {}).find(([name]) => /^(owners?|authors?)$/i.test(name));
  return entry === undefined ? undefined : listText(entry[1]);
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.map((each) => asText(each) ?? "").join(", ") : (asText(value) ?? "");
}

function annotationsOf(test: JsonObject): AnnotationRecord[] {
  const { status, type, ai } = test;
  const raw = asString(test["rawStatus"]);
  const marks: [string, string][] = [
    ["type", asString(type) ?? ""],
    ["raw status", raw === undefined || raw === status ? "" : raw],
    ["ai", asString(ai) ?? ""],
    // Fields added by a reporter or its user. Nested lists and objects are omitted.
    ...Object.entries(asObject(test["extra"]) ?? {}).map(([name, value]): [string, string] => [
      name,
      asText(value) ?? "",
    ]),
    ...Object.entries(asObject(test["labels"]) ?? {}).map(([name, value]): [string, string] => [name, listText(value)]),
  ];
  const own = objectsOf(asObject(test["extra"])?.["annotations"]).map((annotation) => ({
    type: asString(annotation["type"]) ?? "",
    description: asString(annotation["description"]) ?? "",
  }));
  return [
    ...own.filter((annotation) => annotation.type !== ""),
    ...marks.filter(([, text]) => text !== "").map(([name, text]) => ({ type: name, description: text })),
  ];
}

function skipReasonOf(test: JsonObject): string | undefined {
  const message = asString(test["message"]);
  if (message !== undefined && message !== "") return message;
  const marked = objectsOf(asObject(test["extra"])?.["annotations"]).find(
    ({ type }) => type === "skip" || type === "fixme",
  );
  const reason = asString(marked?.["description"]);
  if (reason !== undefined && reason !== "") return reason;
  const raw = asText(test["rawStatus"] ?? test["status"]) ?? "unknown";
  return raw === "skipped" ? undefined : `Status "${raw}"`;
}
