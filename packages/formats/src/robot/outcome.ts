import type { AttemptRecord, Verdict } from "#results/test-record.ts";
import { readMessage } from "./merged-message.ts";
import { afterTeardowns, type Teardown } from "./suite-teardown.ts";

/** How a test ended, as Robot's own report has it. */
export interface Outcome {
  readonly status: Verdict;
  readonly message: string;
  /** Executions that were replaced when outputs were merged, oldest first. */
  readonly earlier: readonly AttemptRecord[];
}

/** @param teardowns Of the suites around the test, from the inside out. */
export function outcomeOf(status: string, said: string, teardowns: readonly (Teardown | undefined)[]): Outcome {
  const { message: own, earlier } = readMessage(said);
  const ended = afterTeardowns({ status, message: own }, teardowns);
  return {
    status: verdictOf(ended.status),
    message: ended.message,
    earlier: earlier.map((old) => ({ status: verdictOf(old.status), errors: [{ message: old.message }] })),
  };
}

/** The error of a test that failed: Robot logs the traceback for developers, with the log level that shows it. */
export function errorsOf({ status, message }: Outcome, traceback: string): AttemptRecord["errors"] {
  if (status !== "failed" || (message === "" && traceback === "")) return [];
  return [{ message, stack: traceback === "" ? undefined : `${message}\n${traceback}` }];
}

/** `NOT RUN` and unknown statuses are not passed. */
function verdictOf(status: string): Verdict {
  return status === "PASS" ? "passed" : status === "FAIL" ? "failed" : "skipped";
}

/** True for what Robot logs at the place of a failure when its level is DEBUG. */
export function isTraceback(level: string, text: string): boolean {
  return level === "DEBUG" && text.startsWith("Traceback");
}

/** Returns a line of the log, with its level if it is unusual. */
export function logLine(level: string, text: string): string {
  return level === "INFO" || level === "HTML" ? text : `${level}: ${text}`;
}

/** The tags of a test without those that are orders to Robot. */
export function shownTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !/^robot:/i.test(tag));
}
