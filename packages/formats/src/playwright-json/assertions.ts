import { asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";

/**
 * Returns the number of assertions among the steps of an attempt. Undefined if the steps have no categories, as in the JSON report, or if there are
 * more of them than are read. Assertions inside others are not counted, because `expect.poll` and `toPass` repeat those until they pass.
 */
export function assertionsIn(steps: unknown): number | undefined {
  const waiting: JsonObject[] = [...objectsOf(steps)];
  let read = 0;
  let count = 0;
  let hasCategories = false;
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (++read > limits.stepsPerAttempt) return undefined;
    const category = asString(step["category"]) ?? "test.step";
    hasCategories ||= category !== "test.step";
    if (category === "expect") count += 1;
    else waiting.push(...objectsOf(step["steps"]));
  }
  return hasCategories ? count : undefined;
}
