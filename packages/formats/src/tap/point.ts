import type { Verdict, StepRecord } from "#results/test-record.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { saidOnce, splitStack } from "#text/split-stack.ts";
import { dedent, type Diagnostics, errorOfBlock } from "./diagnostics.ts";
import type { PointLine } from "./tap-line.ts";

/** A test point with what was said below it. */
export interface Point {
  readonly line: PointLine;
  diagnostics: Diagnostics;
  /** Of further errors. */
  readonly further: Diagnostics[];
  readonly comments: string[];
  /** Lines that stand deeper than the point and are no block: Mocha's TAP 12 has the message and the stack there. */
  readonly indented: string[];
  children: Point[];
  /** Its points came between braces, behind their plan, as Vitest writes its suites. */
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

/** A point that is to do never fails, and never passes either. */
export function statusOf({ line }: Point): Verdict {
  if (line.directive !== undefined) return "skipped";
  return line.ok ? "passed" : "failed";
}

/** Why a point failed: what its block says, or else what stands below the point. */
export function errorOf({ diagnostics, comments, indented }: Point): ReturnType<typeof errorOfBlock> {
  const told = errorOfBlock(diagnostics);
  if (told.message !== "") return told;
  if (comments.length > 0 || indented.length === 0) return { ...told, message: comments.join("\n").trim() };
  const { message, stack } = splitStack(dedent(indented));
  return { ...told, message: saidOnce(message), stack };
}

/** From the point or its block; only node:test tells it there. */
export function durationOf({ line, diagnostics }: Point): number | null {
  const told = diagnostics.values.get("duration_ms");
  return line.durationMs ?? (told === undefined ? null : plausibleDurationMs(Number(told)));
}

/** What is below the point are tests, not parts of one: node:test says so, Vitest by its way of writing. */
export function isSuite({ children, diagnostics, planned, line }: Point): boolean {
  if (children.length === 0) return false;
  if (planned || diagnostics.values.get("type") === "suite") return true;
  return diagnostics.values.has("duration_ms") && /\.[cm]?[jt]sx?$/.test(line.name);
}

/** Everything below a point, in order. Points nest no deeper than the reader lets them. */
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
