import { meansFailure } from "#results/other-status.ts";
import { asNumber, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { AnnotationRecord, AttachmentRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { splitStack } from "#text/split-stack.ts";
import { attachmentsOf, outputOf } from "./embeddings.ts";
import { type Header, tagNames } from "./headers.ts";
import { type RunStep, stepRecords, stepsOf } from "./steps.ts";

interface Scenario {
  readonly record: TestRecord;
  /** Skipped because of unimplemented steps. */
  readonly notImplemented: boolean;
  /** True if behave reports a failure although no step failed, because a hook after the steps failed. */
  readonly failedAfter: boolean;
}

/** Returns the record of a scenario or a row of an outline, including the background before it. */
export function scenarioRecord(
  element: JsonObject,
  background: JsonObject | undefined,
  header: Header | undefined,
): Scenario {
  const unitMs = header?.isBehave === true ? 1000 : 1e-6;
  const steps = stepsOf(element, background, unitMs);
  const hookFailed = header?.isBehave === true && failedInHook(element, steps);
  const failedBefore = hookFailed && steps.every((step) => step.status !== "passed");
  const isStrict = isStrictWriter(element, header);
  const { status, decisive } = failedBefore ? ({ status: "failed" } as const) : verdictOf(steps, isStrict);
  const tags = [...(header?.tags ?? []), ...tagNames(element["tags"])];
  const file = header?.file;
  const record: TestRecord = {
    file,
    titlePath: [header?.name ?? "", asString(element["name"]) ?? ""],
    variant: rowOf(element),
    status,
    line: asNumber(element["line"]) ?? lineOf(element["location"]),
    tags,
    author: tags.map((tag) => /^@?(?:allure\.label\.)?(?:owner|author)[:=](.+)$/i.exec(tag)?.[1]).find(Boolean),
    annotations: annotationsOf(element, header),
    skipReason: status === "skipped" ? skipReason(decisive) : undefined,
    attempts: [
      {
        status,
        startedAt: element["start_timestamp"],
        durationMs: durationOf(steps),
        errors: failedBefore
          ? [{ message: "A hook failed; the report has no details", file }]
          : status === "failed"
            ? steps
                .filter((step) => isFailed(step) || (isStrict && isUnwritten(step)))
                .map((step) => errorOf(step, file))
            : [],
        steps: stepRecords(steps),
        attachments: attachmentsOfSteps(steps),
        stdout: steps.flatMap(({ sources }) => sources.map(outputOf)).join(""),
      },
    ],
  };
  return {
    record,
    notImplemented: status === "skipped" && decisive !== undefined && isMissing(decisive),
    failedAfter: hookFailed && !failedBefore,
  };
}

function attachmentsOfSteps(steps: readonly RunStep[]): AttachmentRecord[] {
  let index = 0;
  return steps.flatMap(({ sources, details }) => {
    const step = index;
    // The arguments of a step are nested steps.
    index += 1 + details.length;
    return sources.flatMap(attachmentsOf).map((attachment) => ({ ...attachment, step }));
  });
}

function isFailed({ status }: RunStep): boolean {
  return status === "ambiguous" || meansFailure(status);
}

/** Returns true for a step that is not implemented or has no result. Cucumber writes steps without a result for scenarios that never ran. */
function isMissing(step: RunStep): boolean {
  return !isFailed(step) && step.status !== "passed" && step.status !== "skipped" && step.status !== "untested";
}

function isUnwritten({ status }: RunStep): boolean {
  return status === "undefined" || status === "pending";
}

/** Returns true if behave's scenario failed although its steps passed or did not run. The report does not contain the hooks. */
function failedInHook(element: JsonObject, steps: readonly RunStep[]): boolean {
  const text = (asString(element["status"]) ?? "").toLowerCase();
  if (!meansFailure(text)) return false;
  return steps.length > 0 && steps.every(({ status }) => ["passed", "skipped", "untested", ""].includes(status));
}

/**
 * Returns the row of an outline, which Cucumber-JVM and Ruby append to the id: `till;pays;;2` is the first row below the column
 * names, `till;pays;in-euro;2` the first row of the examples "in euro".
 */
function rowOf({ id }: JsonObject): string {
  const [, examples = "", row = "0"] = /;[^;]*;([^;]*);(\d{1,6})$/.exec((asString(id) ?? "").slice(-2000)) ?? [];
  if (Number(row) < 2) return "";
  return [examples, `row ${Number(row) - 1}`].filter((part) => part !== "").join(", ");
}

/**
 * Returns true if undefined or pending steps fail the run. They always do in behave and Cucumber.js, and in versions of Cucumber-JVM that
 * write start times. In older versions and Ruby they only do with `--strict`, which is not in the report.
 */
function isStrictWriter(element: JsonObject, header: Header | undefined): boolean {
  if (header?.isBehave === true || typeof element["start_timestamp"] === "string") return true;
  // Cucumber.js lists hooks among the steps, and writes `arguments` even if there are none.
  return objectsOf(element["steps"]).some((step) => step["hidden"] === true || Array.isArray(step["arguments"]));
}

/** The worst step determines the status, because the status of the element is not always right. */
function verdictOf(steps: readonly RunStep[], isStrict: boolean): { status: Verdict; decisive?: RunStep | undefined } {
  if (steps.some(isFailed)) return { status: "failed" };
  if (isStrict && steps.some(isUnwritten)) return { status: "failed" };
  const decisive = steps.find(isMissing) ?? steps.find(({ status }) => status !== "passed");
  return { status: decisive === undefined ? "passed" : "skipped", decisive };
}

function skipReason(step: RunStep | undefined): string | undefined {
  if (step === undefined || !isMissing(step)) return undefined;
  const status = step.status === "" ? "Not run" : step.status.replace(/^./, (first) => first.toUpperCase());
  const text = step.error === "" ? "" : ` (${splitStack(step.error).message.trim()})`;
  return `${status}: ${step.title}${text}`;
}

function errorOf(step: RunStep, file: string | undefined): ErrorRecord {
  const location = { file, line: step.line };
  if (isUnwritten(step)) return { message: skipReason(step), ...location };
  if (step.error === "") return { message: `Failed: ${step.title}`, ...location };
  return { ...splitStack(step.error), ...location };
}

function durationOf(steps: readonly RunStep[]): number | null {
  const reported = steps.flatMap(({ durationMs }) => durationMs ?? []);
  return reported.length === 0 ? null : reported.reduce((sum, each) => sum + each, 0);
}

function lineOf(location: unknown): number | undefined {
  const line = /:(\d+)$/.exec(asString(location) ?? "")?.[1];
  return line === undefined ? undefined : Number(line);
}

function annotationsOf(element: JsonObject, header: Header | undefined): AnnotationRecord[] {
  const reported: [string, string][] = [
    ["description", asString(element["description"]) ?? ""],
    ["feature", header?.description ?? ""],
  ];
  return reported
    .map(([type, text]) => ({ type, description: text.trim() }))
    .filter(({ description }) => description !== "");
}
