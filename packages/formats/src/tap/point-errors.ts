import { limits } from "#limits.ts";
import type { ErrorRecord, StepRecord } from "#results/test-record.ts";
import { errorOfBlock, readBlock } from "./diagnostics.ts";
import { errorOf, type Point, statusOf } from "./point.ts";

/** For a test with failed subtests, node:test only reports their number, so the errors of the subtests are used. */
export function errorsOf(point: Point, own: ErrorRecord): ErrorRecord[] {
  const below = point.diagnostics.values.get("failureType") === "subtestsFailed" ? failuresBelow(point) : [];
  return below.length > 0 ? below : [own, ...point.further.map((each) => errorOfBlock(each))];
}

function failuresBelow({ children }: Point): ErrorRecord[] {
  return children
    .filter((child) => statusOf(child) === "failed")
    .flatMap((child) => errorsOf(child, errorOf(child)))
    .slice(0, limits.errorsPerAttempt);
}

/** Adds the block below a point. Vitest writes a block with a document for each failed assertion. */
export function explain(point: Point, lines: readonly string[]): void {
  const starts = lines.flatMap((line, index) => (line.trim() === "---" ? [index] : []));
  const documents = [-1, ...starts].map((start, index) => lines.slice(start + 1, starts[index] ?? lines.length));
  for (const document of documents.slice(0, limits.errorsPerAttempt)) {
    if (point.diagnostics.values.size === 0) point.diagnostics = readBlock(document);
    else if (point.further.length < limits.errorsPerAttempt) point.further.push(readBlock(document));
  }
}

/** Returns the innermost first failure, because the points around it only report that something inside failed. */
export function firstCause(steps: readonly StepRecord[]): StepRecord | undefined {
  let cause: StepRecord | undefined;
  for (const step of steps) {
    if (cause !== undefined && (step.depth ?? 0) <= (cause.depth ?? 0)) break;
    if (step.status === "failed") cause = step;
  }
  return cause;
}
