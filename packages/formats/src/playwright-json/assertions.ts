import { asObject, asPositiveInteger, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";

/**
 * Returns the number of assertions that an attempt reached. Each line of code counts once: `expect.poll` and `toPass` repeat those inside, and only
 * count as assertions since version 1.56 (https://github.com/microsoft/playwright/issues/37172). Undefined if the steps have no categories, as
 * in the JSON report, or if there are more of them than are read.
 */
export function assertionsIn(steps: unknown): number | undefined {
  const waiting: JsonObject[] = [...objectsOf(steps)];
  const locations = new Set<string>();
  let read = 0;
  let hasCategories = false;
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (++read > limits.stepsPerAttempt) return undefined;
    const category = asString(step["category"]) ?? "test.step";
    hasCategories ||= category !== "test.step";
    if (category === "expect") locations.add(locationOf(step) ?? `step ${read}`);
    waiting.push(...objectsOf(step["steps"]));
  }
  return hasCategories ? locations.size : undefined;
}

function locationOf(step: JsonObject): string | undefined {
  const location = asObject(step["location"]);
  const file = asString(location?.["file"]);
  const line = asPositiveInteger(location?.["line"]);
  return file === undefined || line === undefined
    ? undefined
    : `${file}:${line}:${asPositiveInteger(location?.["column"]) ?? 0}`;
}
