import type { Verdict, StepRecord } from "#results/test-record.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { withoutRepeat, splitStack } from "#text/split-stack.ts";
import { dedent, type Diagnostics, errorOfBlock } from "./diagnostics.ts";
import type { PointLine } from "./tap-line.ts";

/** A test point with the lines that belong to it. */
export interface Point {
  readonly line: PointLine;
  diagnostics: Diagnostics;
  /** Blocks of further errors. */
  readonly further: Diagnostics[];
  readonly comments: string[];
  /** Indented lines that are not a block. Mocha's TAP 12 reporter writes message and stack there. */
  readonly indented: string[];
  children: Point[];
  /** True if its points were between braces after their plan, as Vitest writes suites. */
  planned: boolean;
}

export function newPoint(line: PointLine, children: Point[]): Point {
  return {
    line,
    diagnostics: { values: new Map() },
    further: [],
    comments: [],
    indented: [],
    children,
    planned: false,
  };
}

/** Returns the status. A to-do point neither fails nor passes. */
export function statusOf({ line }: Point): Verdict {
  if (line.directive !== undefined) return "skipped";
  return line.ok ? "passed" : "failed";
}

/** Returns why a point failed: from its block, or the lines below it. */
export function errorOf({ diagnostics, comments, indented }: Point): ReturnType<typeof errorOfBlock> {
  const reported = errorOfBlock(diagnostics);
  if (reported.message !== "") return reported;
  if (comments.length > 0 || indented.length === 0) return { ...reported, message: comments.join("\n").trim() };
  const { message, stack } = splitStack(dedent(indented));
  return { ...reported, message: withoutRepeat(message), stack };
}

/** Returns the duration from the point or, for node:test, its block. */
export function durationOf({ line, diagnostics }: Point): number | null {
  const reported = diagnostics.values.get("duration_ms");
  return line.durationMs ?? (reported === undefined ? null : plausibleDurationMs(Number(reported)));
}

/** Returns true if nested points are tests rather than parts of a test, as declared by node:test and implied by Vitest. */
export function isSuite({ children, diagnostics, planned, line }: Point): boolean {
  if (children.length === 0) return false;
  if (planned || diagnostics.values.get("type") === "suite") return true;
  return diagnostics.values.has("duration_ms") && /\.[cm]?[jt]sx?$/.test(line.name);
}

/** Returns all nested points in order. The reader limits their depth. */
export function stepsOf(points: readonly Point[], depth = 0): StepRecord[] {
  return points.flatMap((point) => {
    const status = statusOf(point);
    const step: StepRecord = {
      title: point.line.name,
      depth,
      status: status === "failed" ? "failed" : status === "passed" ? "passed" : "skipped",
      durationMs: durationOf(point),
      category: "test.step",
      ...(status === "failed" ? { error: errorOf(point).message } : {}),
    };
    return [step, ...stepsOf(point.children, depth + 1)];
  });
}
