import type { ResultEvent, TestError } from "@plumb/contract/result-event.ts";
import { type Outcome, outcomesOf } from "./history/outcomes.ts";
import type { DemoRun } from "./history/schedule.ts";
import { codeFrame, locationOf } from "./reports/code-frame.ts";

/** Events that a reporter sends together. */
export interface Recorded {
  /** Milliseconds after the start of the run. */
  readonly atMs: number;
  /** @param startedAt Start of the replay in Unix milliseconds. */
  readonly events: (startedAt: number) => readonly ResultEvent[];
}

const workers = 3;
const folders = ["cart/", "catalogue/", "checkout/"];

/** Returns what the reporter of the run's smoke tests sent, in order: all tests are announced, and then run on several workers. */
export function recordedEvents(seed: string, run: DemoRun): readonly Recorded[] {
  const outcomes = outcomesOf(seed, run).filter(
    ({ test: { file, project } }) => project === "chromium" && folders.some((folder) => file.file.startsWith(folder)),
  );
  const start = (startedAt: number): readonly ResultEvent[] => [
    { kind: "run", framework: "playwright", suite: "Web shop smoke", startedAt, workers },
    ...outcomes.map((outcome) => testEvent(outcome, "announced")),
  ];
  const freeAt = Array.from({ length: workers }, () => 1000);
  const ran = outcomes.flatMap((outcome): Recorded[] => {
    const worker = freeAt.indexOf(Math.min(...freeAt));
    const beginsAt = freeAt[worker] ?? 0;
    const endsAt = outcome.attempts.reduce((sum, { durationMs }) => sum + durationMs, beginsAt);
    freeAt[worker] = endsAt;
    return [
      { atMs: beginsAt, events: (startedAt) => runningEvents(outcome, worker, startedAt + beginsAt) },
      { atMs: endsAt, events: (startedAt) => resultEvents(outcome, worker, startedAt + beginsAt) },
    ];
  });
  return [{ atMs: 0, events: start }, ...ran.toSorted((a, b) => a.atMs - b.atMs)];
}

function testEvent({ test, attempts }: Outcome, status: "announced" | "failed" | "passed" | "running" | "skipped") {
  const { file, title, project, key, line } = test;
  return {
    kind: "test",
    id: key,
    file: file.file,
    titlePath: [file.title, title],
    variant: project,
    status,
    flaky: status === "passed" && attempts.length > 1,
    line,
    browser: project,
    author: file.owner,
    ...(file.tags !== undefined && { tags: [...file.tags] }),
  } as const satisfies ResultEvent;
}

function runningEvents(outcome: Outcome, worker: number, startedAt: number): ResultEvent[] {
  return outcome.status === "skipped" ? [] : [{ ...testEvent(outcome, "running"), startedAt, worker }];
}

function resultEvents(outcome: Outcome, worker: number, beginsAt: number): ResultEvent[] {
  const { test, status, attempts } = outcome;
  let at = beginsAt;
  const attempted = attempts.map(({ durationMs, failure }, index): ResultEvent => {
    const startedAt = at;
    at += durationMs;
    return {
      kind: "attempt",
      test: test.key,
      index,
      status: failure === undefined ? "passed" : "failed",
      startedAt,
      durationMs,
      errors: failure === undefined ? [] : [errorOf(outcome, failure)],
      worker,
    };
  });
  return [...attempted, testEvent(outcome, status === "flaky" ? "passed" : status)];
}

function errorOf(
  { test }: Outcome,
  { cause, message }: NonNullable<Outcome["attempts"][number]["failure"]>,
): TestError {
  const position = locationOf(test, cause);
  return { message, snippet: codeFrame(cause, position), file: `tests/${test.file.file}`, ...position };
}
