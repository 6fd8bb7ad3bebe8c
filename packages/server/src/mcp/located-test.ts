import { failureLocation, ownFramesFirst } from "@plumb/analysis/errors/failure-location.ts";
import { primaryError } from "@plumb/analysis/errors/primary-error.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import { readResult, type ResultDetail } from "@plumb/contract/runs/results.ts";
import { ApiError } from "#core/api-error.ts";
import { fenced } from "./fenced.ts";
import type { ToolCall } from "./tool.ts";

/** A test with its location, as lines of an answer. Its texts are fenced. */
export interface LocatedTest {
  /** `test 12 ⟦cart › pays⟧ at ⟦cart.spec.ts:9⟧` */
  readonly line: string;
  /** Frames of a failed test, its own code first. */
  readonly stack: readonly string[];
  readonly error: TestError | undefined;
}

/** Maximum number of frames in lists, and about a single failure. */
const listedFrames = 2;
export const explainedFrames = 6;

/** Returns `null` if the result was deleted. */
export async function locateTest({ api }: Pick<ToolCall, "api">, reportId: number, resultId: number) {
  try {
    const { data } = await api.call(readResult, { params: { reportId, resultId } });
    return locatedTest(data);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

export function locatedTest(result: ResultDetail): LocatedTest {
  const { testId, file, line, attempts } = result;
  const errors = attempts.findLast((attempt) => attempt.errors.length > 0)?.errors ?? [];
  const error = primaryError(errors);
  const ordered = error === undefined ? [] : [error, ...errors.filter((other) => other !== error)];
  const found = failureLocation({ file, line, errors: ordered });
  const at =
    found === null ? file : [found.file, found.line, ...(found.column === null ? [] : [found.column])].join(":");
  return {
    line: `${testName(testId, result)}${at === null ? "" : ` at ${fenced(at, 200)}`}`,
    stack: error === undefined ? [] : ownFramesFirst(error),
    error,
  };
}

/** Returns the lines of a test in a list. */
export function listedTest({ line, stack }: LocatedTest, prefix = "", suffix = ""): string[] {
  return [`${prefix}${line}${suffix}`, ...stackLines(stack, listedFrames)];
}

export function stackLines(stack: readonly string[], max: number): string[] {
  if (stack.length === 0) return [];
  const lines = stack.slice(0, max).map((frame) => fenced(frame, 160));
  return [`  stack: ${lines.join(" ")}`];
}

/** Returns `test 12 ⟦cart › pays (chromium)⟧`. */
export function testName(
  testId: number,
  { titlePath, variant, occurrence = 1 }: Pick<ResultDetail, "titlePath" | "variant"> & Partial<ResultDetail>,
): string {
  const suffix = `${variant === "" ? "" : ` (${variant})`}${occurrence > 1 ? ` (${occurrence})` : ""}`;
  return `test ${testId} ${fenced(`${titlePath.join(" › ")}${suffix}`, 200)}`;
}
