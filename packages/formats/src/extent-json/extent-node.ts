import { meansFailure } from "#results/other-status.ts";
import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { AttachmentRecord, ErrorRecord, StepRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { isRealSkip } from "#testng/class-results.ts";
import { browserIn } from "#text/browser-name.ts";
import { splitStack } from "#text/split-stack.ts";
import { durationBetween } from "#text/loose-timestamp.ts";
import { withoutMarkup } from "#text/without-markup.ts";

/** Returns the record of a node that is a test, with its surrounding nodes. */
export function nodeRecord(node: JsonObject, around: readonly JsonObject[]): TestRecord {
  const status = verdictOf(node["status"]);
  const owners = [...around, node];
  const device = owners.flatMap((owner) => namesIn(owner["deviceSet"])).at(-1) ?? "";
  const description = withoutMarkup(asString(node["description"]) ?? "");
  const parts = [...partsOf(node)];
  return {
    titlePath: owners.map((owner) => asString(owner["name"]) ?? ""),
    variant: device,
    status,
    browser: browserIn(device),
    tags: owners.flatMap((owner) => namesIn(owner["categorySet"])),
    author: owners.flatMap((owner) => namesIn(owner["authorSet"])).join(", "),
    annotations: description === "" ? [] : [{ type: "description", description }],
    skipReason: parts.map(({ step }) => step).find((step) => step.status === "skipped")?.title,
    attempts: [
      {
        status,
        startedAt: node["startTime"],
        durationMs: durationBetween(node["startTime"], node["endTime"]),
        errors: status === "failed" ? failuresOf(node) : [],
        steps: parts.map(({ step }) => step),
        attachments: [
          ...mediaOf(node["media"]),
          ...parts.flatMap(({ attachments }, step) => attachments.map((attachment) => ({ ...attachment, step }))),
        ],
      },
    ],
  };
}

/** Warnings and notes do not count as failures. */
function verdictOf(status: unknown): Verdict {
  const text = (asString(status) ?? "").toUpperCase();
  if (/^(?:FAIL|FATAL|ERROR)/.test(text) || meansFailure(text)) return "failed";
  return text === "SKIP" || text === "SKIPPED" || text === "" ? "skipped" : "passed";
}

export function isFailed(node: JsonObject): boolean {
  return verdictOf(node["status"]) === "failed";
}

interface Part {
  readonly step: StepRecord;
  readonly attachments: readonly AttachmentRecord[];
  readonly errors: readonly ErrorRecord[];
}

/** Returns the logs of a node and its child nodes, which are the steps of a scenario, recursively. */
function* partsOf(node: JsonObject): Generator<Part> {
  const waiting: { node: JsonObject; depth: number }[] = [{ node, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node: owner, depth } = next;
    if (depth > 0)
      yield {
        step: stepOf(owner, asString(owner["name"]) ?? "", depth - 1),
        attachments: mediaOf(owner["media"]),
        errors: [],
      };
    for (const log of objectsOf(owner["logs"])) yield logPart(log, depth);
    if (depth >= limits.stepDepth) continue;
    for (const child of objectsOf(owner["children"]).toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
}

function logPart(log: JsonObject, depth: number): Part {
  const exception = asObject(log["exception"]);
  const details = withoutMarkup(asString(log["details"]) ?? "");
  const title =
    details === "" ? (asString(exception?.["name"]) ?? asString(asObject(log["media"])?.["title"]) ?? "") : details;
  const failed = verdictOf(log["status"]) === "failed";
  return {
    step: stepOf(log, title, depth),
    attachments: mediaOf([log["media"]]),
    errors: failed || exception !== undefined ? [errorOf(exception, details)] : [],
  };
}

function stepOf(source: JsonObject, title: string, depth: number): StepRecord {
  const verdict = verdictOf(source["status"]);
  const status = verdict === "failed" || verdict === "passed" ? verdict : "skipped";
  return { title, depth, status, durationMs: durationBetween(source["startTime"], source["endTime"]) };
}

function errorOf(exception: JsonObject | undefined, details: string): ErrorRecord {
  const stack = asString(exception?.["stackTrace"]);
  const message = details === "" && stack !== undefined ? splitStack(stack).message : details;
  return { message, stack, type: exception?.["name"] };
}

/** Returns the errors of a node: its failed logs, or its exception. */
export function failuresOf(node: JsonObject): ErrorRecord[] {
  const logged = [...partsOf(node)].flatMap(({ errors }) => errors);
  if (logged.length > 0) return logged;
  return objectsOf(node["exceptions"]).map((exception) => errorOf(exception, ""));
}

/** Returns the errors of a skipped node if its exception shows that it failed and was retried. */
export function retriedFailures(node: JsonObject): ErrorRecord[] {
  return failuresOf(node).filter(
    ({ type, message }) => asString(type) !== undefined && !isRealSkip(asString(type) ?? "", asString(message) ?? ""),
  );
}

function mediaOf(media: unknown): AttachmentRecord[] {
  return objectsOf(media).map((entry) => ({
    name: asString(entry["title"]),
    path: asString(entry["path"]) ?? asString(entry["resolvedPath"]),
    body: asString(entry["base64"]),
  }));
}

function namesIn(set: unknown): string[] {
  return objectsOf(set).flatMap((entry) => asString(entry["name"]) ?? []);
}
