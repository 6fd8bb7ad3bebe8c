import { type DemoTest, type SuiteId, testsOf } from "./catalogue.ts";
import type { Cause } from "./cause.ts";
import { type Happening, happenings } from "./happenings.ts";
import { roll } from "./roll.ts";
import type { DemoRun } from "./schedule.ts";

export interface DemoAttempt {
  readonly durationMs: number;
  /** Absent if the attempt passed. */
  readonly failure?: { readonly cause: Cause; readonly message: string; readonly output: string };
}

/** Outcome of a test in a run. */
export interface Outcome {
  readonly test: DemoTest;
  readonly status: "passed" | "flaky" | "failed" | "skipped";
  /** Oldest first. Empty if the test was skipped. */
  readonly attempts: readonly DemoAttempt[];
}

/** Number of retries that the report contains. Cypress also retries, but its JUnit reporter only writes the last attempt. */
const retries: Readonly<Record<SuiteId, number>> = { web: 2, api: 1, mobile: 0, backOffice: 1 };

/** Returns the outcome of each test in the run, ordered by file. They only depend on the seed and the run. */
export function outcomesOf(seed: string, run: DemoRun): Outcome[] {
  return testsOf(run.suite, run.daysAgo).map((test) => outcomeOf(seed, run, test));
}

function outcomeOf(seed: string, run: DemoRun, test: DemoTest): Outcome {
  if (test.skipped !== undefined) return { test, status: "skipped", attempts: [] };
  const key = [seed, run.suite, run.build, test.key] as const;
  const reason = happenings.find(
    (happening, index) => applies(happening, run, test) && roll("first", index, ...key) < chance(happening, run),
  );
  const attempts = reason === undefined ? [] : failedAttempts(reason, retries[run.suite], test, key);
  if (attempts.length > retries[run.suite]) return { test, status: "failed", attempts };
  attempts.push({ durationMs: usualDurationMs(run, test, roll("duration", ...key)) });
  return { test, status: attempts.length > 1 ? "flaky" : "passed", attempts };
}

/** Returns one failed attempt, and more until a retry passes or no retries are left. */
function failedAttempts(
  { cause, again }: Happening,
  retries: number,
  test: DemoTest,
  key: readonly (string | number)[],
): DemoAttempt[] {
  const attempts = [failedAttempt(test, cause, [...key, 0])];
  for (let index = 1; index <= retries && roll("again", index, ...key) < again; index++) {
    attempts.push(failedAttempt(test, cause, [...key, index]));
  }
  return attempts;
}

function applies(happening: Happening, run: DemoRun, test: DemoTest): boolean {
  return happening.suite === run.suite && happening.runs(run) && happening.tests(test);
}

function chance({ first }: Happening, run: DemoRun): number {
  return typeof first === "number" ? first : first(run);
}

function failedAttempt(test: DemoTest, cause: Cause, key: readonly (string | number)[]): DemoAttempt {
  const number = 10_000 + Math.floor(roll("number", ...key) * 90_000);
  const spread = cause.timedOut === true ? 1 : 0.92 + 0.2 * roll("failing", ...key);
  return {
    durationMs: Math.round(cause.takesMs * spread),
    failure: { cause, message: cause.message(test, number), output: cause.output?.(number) ?? "" },
  };
}

/** @param luck From 0 to 1. Most durations are similar; a few are much longer. */
function usualDurationMs({ daysAgo }: DemoRun, test: DemoTest, luck: number): number {
  const progress = Math.max(0, 1 - daysAgo / 90);
  const drift = 1 + ((test.slowsDownTo ?? 1) - 1) * progress ** 1.5;
  const browser = test.project === "firefox" ? 1.22 : 1;
  const own = 0.7 + 0.6 * roll("own", test.file.file, test.title);
  return Math.round(test.file.usualMs * own * drift * browser * (0.88 + 0.18 * luck + 0.4 * luck ** 8));
}
