import { otherStatus } from "#results/other-status.ts";
import { LongText } from "@plumb/contract/text/long-text.ts";
import { limits } from "#limits.ts";
import type { ErrorRecord, StepRecord, Verdict } from "#results/test-record.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { parseTime } from "#text/duration.ts";

/** A result of a test, or of a row or part of it. */
export interface RawResult {
  readonly attributes: ReadonlyMap<string, string>;
  message: string;
  stack: string;
  readonly stdout: LongText;
  readonly stderr: LongText;
  readonly files: string[];
  /** Rows and parts, in order. */
  readonly steps: StepRecord[];
  /** Errors of rows at any depth, used if the test has no other reason. */
  readonly rowErrors: ErrorRecord[];
}

/** Creates an empty record for an element. */
export function newResult(attributes: ReadonlyMap<string, string>): RawResult {
  return {
    attributes,
    message: "",
    stack: "",
    stdout: new LongText(limits.output),
    stderr: new LongText(limits.output),
    files: [],
    steps: [],
    rowErrors: [],
  };
}

const byOutcome: Readonly<Record<string, Verdict>> = {
  Passed: "passed",
  PassedButRunAborted: "passed",
  Completed: "passed",
  Warning: "passed",
  Failed: "failed",
  Timeout: "failed",
  Error: "error",
  Aborted: "error",
  Disconnected: "error",
  InProgress: "error",
  Inconclusive: "skipped",
  NotRunnable: "skipped",
  NotExecuted: "skipped",
  Pending: "skipped",
};

/** Returns the status by the outcome. A result without an outcome is an error, because writers omit this default value. */
export function statusOf({ attributes }: RawResult): Verdict {
  const outcome = attributes.get("outcome");
  return outcome === undefined ? "error" : (byOutcome[outcome] ?? otherStatus(outcome));
}

export function hasFailed(raw: RawResult): boolean {
  const status = statusOf(raw);
  return status === "failed" || status === "error";
}

/** Returns the reported duration, or the time from start to end. */
export function durationOf({ attributes }: RawResult): number | null {
  const reported = attributes.get("duration");
  if (reported !== undefined) return parseTime(reported);
  const from = zonedMs(attributes.get("startTime"));
  const to = zonedMs(attributes.get("endTime"));
  return from === null || to === null ? null : to - from;
}

/** Returns the errors of the result, or else those of its rows. */
export function errorsOf({ message, stack, rowErrors }: RawResult): readonly ErrorRecord[] {
  return message === "" && stack === "" ? rowErrors : [{ message, stack }];
}

/** Adds a row with its content and output to the surrounding result. */
export function addRow(around: RawResult, row: RawResult): void {
  const status = statusOf(row);
  const failed = hasFailed(row);
  const name = row.attributes.get("testName") ?? "";
  const number = row.attributes.get("dataRowInfo");
  const step: StepRecord = {
    title: number === undefined || /\(/.test(name) ? name : `${name} (row ${number})`,
    depth: 0,
    status: status === "passed" || status === "skipped" ? status : "failed",
    durationMs: durationOf(row),
    category: "test.step",
    ...(failed ? { error: row.message || "Failed" } : {}),
  };
  // Stores one step more than the limit, so that the writer can detect dropped steps.
  if (around.steps.length <= limits.stepsPerAttempt)
    around.steps.push(step, ...row.steps.map((inner) => ({ ...inner, depth: inner.depth + 1 })));
  around.rowErrors.push(...(failed ? errorsOf(row) : []).slice(0, limits.errorsPerAttempt - around.rowErrors.length));
  printed(around, "stdout", row.stdout.toString());
  printed(around, "stderr", row.stderr.toString());
  if (around.files.length <= limits.artifactsPerAttempt) around.files.push(...row.files);
}

/** Adds output to a result. */
export function printed(raw: RawResult, stream: "stdout" | "stderr", text: string): void {
  if (text !== "") raw[stream].addLine(text);
}
