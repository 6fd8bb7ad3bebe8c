import { limits } from "#limits.ts";
import { type JsonObject, objectsOf } from "./json-value.ts";

/**
 * Yields the steps of an attempt in document order, up to the limits for depth and number. Dropped steps are reported as a repair.
 * Iterative, because a hostile report may nest steps deeply.
 */
export function* stepsInOrder(
  steps: unknown,
  repairs: Set<string>,
): Generator<{ readonly step: JsonObject; readonly depth: number }> {
  const waiting: { step: JsonObject; depth: number }[] = [];
  const push = (list: unknown, depth: number) => {
    for (const step of objectsOf(list).toReversed()) waiting.push({ step, depth });
  };
  push(steps, 0);
  for (let count = 0, next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { step, depth } = next;
    if (++count > limits.stepsPerAttempt || depth > limits.stepDepth) {
      repairs.add(
        `A test has more steps than are kept (${limits.stepsPerAttempt}, nested to ${limits.stepDepth} levels)`,
      );
      if (count > limits.stepsPerAttempt) return;
      continue;
    }
    yield next;
    push(step["steps"], depth + 1);
  }
}
