import { otherStatus } from "#results/other-status.ts";
import type { AttemptRecord, Verdict } from "#results/test-record.ts";
import { readMessage } from "./merged-message.ts";
import { afterTeardowns, type Teardown } from "./suite-teardown.ts";

/** Result of a test as in Robot's report. */
export interface Outcome {
  readonly status: Verdict;
  readonly message: string;
  /** Executions that were replaced when outputs were merged, oldest first. */
  readonly earlier: readonly AttemptRecord[];
}

/** @param teardowns Teardowns of the surrounding suites, innermost first. */
export function outcomeOf(status: string, message: string, teardowns: readonly (Teardown | undefined)[]): Outcome {
  const { message: own, earlier } = readMessage(message);
  const ended = afterTeardowns({ status, message: own }, teardowns);
  return {
    status: verdictOf(ended.status),
    message: ended.message,
    earlier: earlier.map((old) => ({ status: verdictOf(old.status), errors: [{ message: old.message }] })),
  };
}

/** Returns the errors of a failed test. Robot logs the traceback at log level DEBUG. */
export function errorsOf({ status, message }: Outcome, traceback: string): AttemptRecord["errors"] {
  if (status !== "failed" || (message === "" && traceback === "")) return [];
  return [{ message, stack: traceback === "" ? undefined : `${message}\n${traceback}` }];
}

function verdictOf(status: string): Verdict {
  return status === "PASS" ? "passed" : status === "FAIL" ? "failed" : otherStatus(status);
}

/** Returns true for a traceback, which Robot logs after a failure at level DEBUG. */
export function isTraceback(level: string, text: string): boolean {
  return level === "DEBUG" && text.startsWith("Traceback");
}

/** Returns a line of the log, with its level if it is unusual. */
export function logLine(level: string, text: string): string {
  return level === "INFO" || level === "HTML" ? text : `${level}: ${text}`;
}

/** Returns the tags of a test without those that control Robot. */
export function displayTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !/^robot:/i.test(tag));
}
