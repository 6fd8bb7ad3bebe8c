import { otherStatus } from "#results/other-status.ts";
import { asString, type JsonObject } from "#json/json-value.ts";
import { mochaError } from "#mocha-error/mocha-error.ts";
import type { AttemptRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { durationBetween } from "#text/loose-timestamp.ts";
import { tagsIn } from "#text/tags-in-titles.ts";
import type { Device } from "./device.ts";
import type { HooksAround } from "./hooks.ts";

/**
 * Groups the entries of a suite by test: a retry follows its failure, and a test that skips itself is first pending and
 * then skipped. Two passed tests with the same name remain separate.
 */
export function executionsOf(tests: readonly JsonObject[]): JsonObject[][] {
  const groups: JsonObject[][] = [];
  for (const test of tests) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group === undefined || before === undefined || before["name"] !== test["name"]) groups.push([test]);
    else if (before["state"] === "failed") group.push(test);
    else if (before["state"] === "pending" && test["state"] === "skipped") groups[groups.length - 1] = [test];
    else groups.push([test]);
  }
  return groups;
}

interface SuiteContext {
  readonly suite: string;
  readonly file: string | undefined;
  readonly device: Device;
  readonly hooks: ReadonlyMap<JsonObject, HooksAround>;
}

/** Returns the record of a test with all its executions. The last one determines the result. */
export function testRecord(
  executions: readonly JsonObject[],
  { suite, file, device, hooks }: SuiteContext,
): TestRecord {
  const titlePath = [suite, asString(executions[0]?.["name"]) ?? ""];
  const attempts = executions.map((execution) => attemptOf(execution, hooks.get(execution)));
  return {
    file,
    titlePath,
    variant: device.variant,
    status: attempts.at(-1)?.status ?? "skipped",
    browser: device.browser,
    tags: tagsIn(titlePath),
    attempts,
  };
}

function attemptOf(test: JsonObject, hooks: HooksAround | undefined): AttemptRecord {
  const status = verdictOf(test["state"]);
  const { start, end, duration } = test;
  return {
    status,
    startedAt: start,
    // For a test that did not run, the duration would be the time since its start.
    durationMs: status === "skipped" ? null : (duration ?? durationBetween(start, end)),
    errors: status === "failed" ? errorsOf(test) : [],
    steps: [...(hooks?.before ?? []), ...(hooks?.after ?? [])],
  };
}

function verdictOf(state: unknown): Verdict {
  return state === "passed" || state === "failed" ? state : otherStatus(asString(state) ?? "");
}

/** Old versions write the parts of an error as texts. Assertion errors are empty objects. */
function errorsOf(test: JsonObject): ErrorRecord[] {
  const error = mochaError(test["error"]);
  const type = asString(test["errorType"]);
  const stack = asString(test["standardError"]);
  if (error === undefined && type === undefined && stack === undefined) return [];
  return [{ ...error, type: error?.type ?? type, stack: stack ?? error?.stack }];
}
