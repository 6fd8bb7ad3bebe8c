import { asString, type JsonObject } from "#json/json-value.ts";
import { mochaError } from "#mocha-error/mocha-error.ts";
import type { StepRecord } from "#results/test-record.ts";
import { durationBetween, timeOf } from "#text/loose-timestamp.ts";

export interface HooksAround {
  readonly before: StepRecord[];
  readonly after: StepRecord[];
}

/**
 * Returns the hooks around each entry of a suite. A hook refers to its test, which may have run more than once: a hook before it belongs to the next
 * execution, and a hook after it to the previous one. Hooks around all tests do not refer to a test.
 */
export function hooksAround(
  tests: readonly JsonObject[],
  hooks: readonly JsonObject[],
): ReadonlyMap<JsonObject, HooksAround> {
  const context = new Map<JsonObject, HooksAround>();
  for (const hook of hooks) {
    const title = asString(hook["title"]) ?? "";
    const isAfter = /^"?after each/i.test(title);
    if (!isAfter && !/^"?before each/i.test(title)) continue;
    const executions = tests.filter(({ name }) => name === hook["associatedTest"]);
    const began = timeOf(hook["start"]);
    const own = isAfter
      ? (executions.findLast(({ end }) => isBefore(timeOf(end), began)) ?? executions.at(-1))
      : (executions.find(({ start }) => isBefore(began, timeOf(start))) ?? executions[0]);
    if (own === undefined) continue;
    const known = context.get(own) ?? { before: [], after: [] };
    context.set(own, known);
    known[isAfter ? "after" : "before"].push(hookStep(hook, title));
  }
  return context;
}

function isBefore(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one <= other;
}

function hookStep(hook: JsonObject, title: string): StepRecord {
  const { state, duration, start, end } = hook;
  const status = state === "failed" ? "failed" : state === "passed" ? "passed" : "skipped";
  return {
    title,
    depth: 0,
    status,
    durationMs: duration ?? durationBetween(start, end),
    category: "hook",
    error: status === "failed" ? asString(mochaError(hook["error"])?.message) : undefined,
  };
}
