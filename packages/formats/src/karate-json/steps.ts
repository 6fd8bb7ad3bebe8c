import { asNumber, asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { AttachmentRecord, StepRecord } from "#results/test-record.ts";

/** A step that ran or was skipped, or a feature that a step called. */
export interface RunStep {
  readonly title: string;
  /** 0 for a step of the scenario. The steps of a called feature are two levels deeper than the call. */
  readonly depth: number;
  readonly status: "passed" | "failed" | "skipped";
  readonly durationMs: number | undefined;
  readonly error: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** Requests, responses and printed lines. */
  readonly log: string;
  readonly attachments: readonly AttachmentRecord[];
}

/** Returns the steps of a scenario, each with the steps of the features that it called. */
export function* stepsOf(scenario: JsonObject, file: string | undefined, depth = 0): Generator<RunStep> {
  for (const result of objectsOf(scenario["stepResults"])) {
    const step = runStep(result, file, depth);
    const calls = depth + 2 > limits.stepDepth ? [] : objectsOf(result["callResults"]);
    if (result["hidden"] !== true || step.status === "failed" || step.log !== "" || calls.length > 0) yield step;
    for (const call of calls) yield* stepsOfCall(call, depth + 1);
  }
}

function* stepsOfCall(call: JsonObject, depth: number): Generator<RunStep> {
  const file = asString(call["relativePath"]) ?? asString(call["prefixedPath"]);
  const scenarios = objectsOf(call["scenarioResults"]);
  const index = asNumber(call["loopIndex"]) ?? -1;
  const failed = scenarios.some((scenario) => scenario["failed"] === true) || (asNumber(call["failedCount"]) ?? 0) > 0;
  yield {
    title: `${index < 0 ? "" : `[${index}] `}${file ?? asString(call["name"]) ?? "Called feature"}`,
    depth,
    status: failed ? "failed" : "passed",
    durationMs: asNumber(call["durationMillis"]),
    error: "",
    file,
    line: undefined,
    log: "",
    attachments: [],
  };
  for (const scenario of scenarios) yield* stepsOf(scenario, file, depth + 1);
}

function runStep(stepResult: JsonObject, file: string | undefined, depth: number): RunStep {
  const step = asObject(stepResult["step"]) ?? {};
  const result = asObject(stepResult["result"]) ?? {};
  const error = asString(result["errorMessage"])?.trim() ?? "";
  const nanos = asNumber(result["nanos"]);
  const title = [step["prefix"], step["text"]].map((part) => asString(part)?.trim() ?? "").join(" ");
  const log = asString(stepResult["stepLog"]) ?? "";
  return {
    title: title.trim(),
    depth,
    status: statusOf(result, error),
    durationMs: nanos === undefined ? asNumber(result["millis"]) : nanos / 1_000_000,
    error,
    file,
    line: asNumber(step["line"]),
    log: log === "" || log.endsWith("\n") ? log : `${log}\n`,
    attachments: objectsOf(stepResult["embeds"]).map(attachmentOf),
  };
}

function statusOf({ status }: JsonObject, error: string): RunStep["status"] {
  if (status === "failed" || error !== "") return "failed";
  return status === "skipped" ? "skipped" : "passed";
}

/** Karate writes pictures to files next to the report, or as base64 in other versions. */
function attachmentOf(embed: JsonObject): AttachmentRecord {
  const path = asString(embed["file"]);
  return {
    name: path?.split(/[\\/]/).at(-1),
    contentType: asString(embed["mime_type"]) ?? asString(embed["mimeType"]),
    ...(path === undefined ? { body: asString(embed["data"]) } : { path }),
  };
}

export function* stepRecords(steps: readonly RunStep[]): Generator<StepRecord> {
  for (const { title, depth, status, durationMs, error, file, line } of steps)
    yield { title, depth, status, durationMs, error, ...(line === undefined ? {} : { file, line }) };
}

export function attachmentsOf(steps: readonly RunStep[]): AttachmentRecord[] {
  return steps.flatMap(({ attachments }, step) => attachments.map((attachment) => ({ ...attachment, step })));
}

/** Returns the log of all steps. The response that a failure is about is the last one in it, because later steps are skipped. */
export function outputOf(steps: readonly RunStep[]): string {
  return steps.map(({ log }) => log).join("");
}
