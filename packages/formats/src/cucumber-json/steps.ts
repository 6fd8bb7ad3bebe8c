import { meansFailure } from "#results/other-status.ts";
import { asNumber, asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import type { StepRecord } from "#results/test-record.ts";
import { argumentSteps, tableRows } from "./step-arguments.ts";

/** A step or a hook that ran. */
export interface RunStep {
  readonly title: string;
  readonly isHook: boolean;
  /** Lower case; empty if the step has no result. */
  readonly status: string;
  readonly durationMs: number | null;
  readonly error: string;
  readonly line: number | undefined;
  /** Rows of the data table, or the doc string. */
  readonly details: readonly string[];
  /** Objects with attachments and output: the step and the hooks around it. */
  readonly sources: readonly JsonObject[];
}

/** Returns the steps in order of execution: hooks before, background, steps, hooks after. Hooks around a step follow it. */
export function stepsOf(element: JsonObject, background: JsonObject | undefined, unitMs: number): RunStep[] {
  const hooks = (owner: JsonObject | undefined, key: "before" | "after") =>
    objectsOf(owner?.[key]).map((hook) => runStep(hook, unitMs, key));
  const steps = (owner: JsonObject | undefined) =>
    objectsOf(owner?.["steps"]).flatMap((step) => [
      runStep(step, unitMs),
      ...hooks(step, "before").filter(hasContent),
      ...hooks(step, "after").filter(hasContent),
    ]);
  return [
    ...hooks(background, "before"),
    ...hooks(element, "before"),
    ...steps(background),
    ...steps(element),
    ...hooks(background, "after"),
    ...hooks(element, "after"),
  ];
}

/** Returns true for hooks that failed or have output. There is a hook before and after each step, and nearly all of them pass without output. */
function hasContent({ status, sources }: RunStep): boolean {
  return (
    (status !== "passed" && status !== "skipped") ||
    sources.some((source) => source["embeddings"] !== undefined || source["output"] !== undefined)
  );
}

function runStep(step: JsonObject, unitMs: number, hook?: "before" | "after"): RunStep {
  const result = asObject(step["result"]) ?? {};
  const duration = Number(
    typeof result["duration"] === "string" ? result["duration"] : (asNumber(result["duration"]) ?? NaN),
  );
  const keyword = (asString(step["keyword"]) ?? "").trim();
  const isHook = hook !== undefined || step["hidden"] === true || /^(?:Before|After)(?:Step)?$/.test(keyword);
  const location = asString(asObject(step["match"])?.["location"]) ?? "";
  const name = asString(step["name"]) ?? "";
  const title = isHook ? [name === "" ? location : name] : [name];
  const status = (asString(result["status"]) ?? "").toLowerCase();
  return {
    title: [keyword === "" ? (hook === undefined ? "" : hook === "before" ? "Before" : "After") : keyword, ...title]
      .filter((part) => part !== "")
      .join(" "),
    isHook,
    // Hooks are only reported if they ran, so a hook without a result passed.
    status: isHook && status === "" ? "passed" : status,
    durationMs: Number.isFinite(duration) && duration >= 0 ? duration * unitMs : null,
    error: textOf(result["error_message"]),
    line: asNumber(step["line"]),
    details: [...rowsOf(step), ...textsOf(step)],
    sources: [step],
  };
}

/** behave writes a text as a list of lines. */
function textOf(value: unknown): string {
  return asString(value) ?? stringsOf(value).join("\n");
}

/** Returns the data table in `rows`, `arguments` (JavaScript) or `table` (behave). */
function rowsOf(step: JsonObject): string[] {
  const table = asObject(step["table"]);
  const owners = [step, ...objectsOf(step["arguments"])];
  const lists: unknown[] = [
    ...(table === undefined
      ? []
      : [table["headings"], ...((Array.isArray(table["rows"]) ? table["rows"] : []) as unknown[])]),
    ...owners.flatMap((owner) => objectsOf(owner["rows"]).map((row) => row["cells"])),
  ];
  return tableRows(lists.map(stringsOf));
}

/** Returns the doc string in `doc_string`, `arguments` (JavaScript) or `text` (behave). */
function textsOf(step: JsonObject): string[] {
  const docs = [asObject(step["doc_string"]), ...objectsOf(step["arguments"])];
  const texts = docs.map((doc) => asString(doc?.["value"]) ?? asString(doc?.["content"]) ?? "");
  return [...texts, textOf(step["text"])].filter((text) => text.trim() !== "");
}

/** Returns the steps as records for display. */
export function* stepRecords(steps: readonly RunStep[]): Generator<StepRecord> {
  for (const step of steps) {
    const status = displayStatus(step.status);
    yield {
      title: step.title,
      depth: 0,
      status,
      durationMs: step.durationMs,
      category: step.isHook ? "hook" : "test.step",
      error: step.error,
    };
    yield* argumentSteps(step.details, status);
  }
}

function displayStatus(status: string): StepRecord["status"] {
  if (status === "passed") return "passed";
  return status === "ambiguous" || meansFailure(status) ? "failed" : "skipped";
}
