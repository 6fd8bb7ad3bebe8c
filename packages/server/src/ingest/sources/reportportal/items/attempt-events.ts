import type { AttemptEvent, ResultEvent, StepEvent, TestError, TestStatus } from "@plumb/contract/result-event.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Item } from "./item.ts";
import { describedError, errorOf, errorsOf, type Log, outputOf } from "#ingest/sources/reportportal/logs/logs.ts";
import type { Status } from "#ingest/sources/reportportal/requests.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";

/** An execution of a test with its steps and logs. */
export interface Execution {
  readonly item: Item;
  /** In start order. */
  readonly steps: readonly Item[];
  readonly logs: readonly Log[];
  /** True for Vitest, whose agent reports the errors of earlier attempts but not the attempts. */
  readonly hidesRetries: boolean;
}

type Decided = Exclude<TestStatus, "announced" | "running">;

const outcomes: Record<Status, Decided> = {
  passed: "passed",
  info: "passed",
  warn: "passed",
  failed: "failed",
  interrupted: "error",
  skipped: "skipped",
  cancelled: "skipped",
  stopped: "skipped",
};

/** Returns the outcome of an execution. Without a status, it depends on its steps. */
export function outcomeOf({ said }: Item, steps: readonly Item[]): Decided {
  if (said.status !== undefined) return outcomes[said.status];
  return steps.some((step) => step.said.status === "failed" || step.said.status === "interrupted")
    ? "failed"
    : "passed";
}

/** Returns an attempt with its steps and output, preceded by an earlier attempt if the agent hides it. */
export function attemptEvents(test: string, { item, steps, logs, hidesRetries }: Execution): ResultEvent[] {
  const status = outcomeOf(item, steps);
  const hidden = hidesRetries && status === "passed" && describedError(item.said.description).error !== null;
  if (hidden) return hiddenRetry(test, { item, steps, logs, hidesRetries: false });
  const isRed = status === "failed" || status === "error" || item.said.retried === true;
  const own = logs.filter(({ item: of }) => of === item.key);
  const sorted = isRed ? failureOf(own, logs) : { errors: [], rest: logs };
  const errors = isRed && sorted.errors.length === 0 ? unloggedError(item, status) : sorted.errors;
  const { startedAt, endedAt } = item.said;
  const attempt: AttemptEvent = {
    kind: "attempt",
    test,
    index: item.attempt,
    status,
    startedAt,
    durationMs: endedAt === undefined ? null : endedAt - startedAt,
    errors: [...errors],
  };
  return [
    ...stepEvents(test, { item, steps, logs }, status),
    ...outputEvents(test, item.attempt, sorted.rest),
    attempt,
  ];
}

/** Errors of a passed test come from an earlier attempt that the agent did not report. */
function hiddenRetry(test: string, { item, steps, logs, hidesRetries }: Execution): ResultEvent[] {
  const { errors, rest } = errorsOf(logs);
  const failed: AttemptEvent = {
    kind: "attempt",
    test,
    index: item.attempt,
    status: "failed",
    startedAt: item.said.startedAt,
    durationMs: null,
    errors: [...errors],
  };
  const { description: _, ...said } = item.said;
  const passed = { ...item, attempt: item.attempt + 1, said };
  return [failed, ...attemptEvents(test, { item: passed, steps, logs: rest, hidesRetries })];
}

/** Returns the errors of the execution, otherwise those of its steps. */
function failureOf(own: readonly Log[], all: readonly Log[]): ReturnType<typeof errorsOf> {
  const sorted = errorsOf(own);
  if (sorted.errors.length === 0) return errorsOf(all);
  const rest = new Set(sorted.rest);
  const ownLogs = new Set(own);
  return { errors: sorted.errors, rest: all.filter((log) => rest.has(log) || !ownLogs.has(log)) };
}

function unloggedError({ said }: Item, status: Decided): TestError[] {
  if (said.brokeOff !== undefined) return [{ message: said.brokeOff }];
  const { error } = describedError(said.description);
  if (error !== null) return [errorOf(error)];
  const comment = said.issue?.comment?.trim() ?? "";
  if (comment !== "") return [{ message: comment }];
  return status === "error" ? [{ message: "Interrupted" }] : [];
}

function outputEvents(test: string, attempt: number, logs: readonly Log[]): ResultEvent[] {
  const output = outputOf(logs);
  return (["stdout", "stderr"] as const).flatMap((stream) =>
    output[stream] === "" ? [] : [{ kind: "stdout", test, attempt, stream, text: output[stream] }],
  );
}

/** Returns steps in document order, each followed by its nested steps. */
function stepEvents(
  test: string,
  { item, steps, logs }: Omit<Execution, "hidesRetries">,
  status: Decided,
): StepEvent[] {
  const below = Map.groupBy(steps, ({ parentKey }) => parentKey);
  const logsOf = Map.groupBy(logs, (log) => log.item);
  const events: StepEvent[] = [];
  const open = (below.get(item.key) ?? []).toReversed().map((step) => ({ step, depth: 0 }));
  for (let next = open.pop(); next !== undefined && events.length < limits.stepsPerTest; next = open.pop()) {
    const { step, depth } = next;
    const inner = below.get(step.key) ?? [];
    open.push(...inner.toReversed().map((child) => ({ step: child, depth: depth + 1 })));
    const outcome = stepOutcome(step, status, inner);
    const error = outcome === "failed" ? errorsOf(logsOf.get(step.key) ?? []).errors[0]?.message : undefined;
    const { name, type, startedAt, endedAt } = step.said;
    events.push({
      kind: "step",
      test,
      attempt: item.attempt,
      title: name,
      depth: Math.min(depth, limits.stepDepth),
      status: outcome,
      durationMs: endedAt === undefined ? null : endedAt - startedAt,
      category: /^(?:before|after)_/.test(type) ? "hook" : "test.step",
      ...(error !== undefined && { error }),
    });
  }
  return events;
}

/** An unfinished step gets the outcome of its test. */
function stepOutcome(step: Item, ofTest: Decided, inner: readonly Item[]): StepEvent["status"] {
  if (!step.finished) return ofTest === "passed" ? "passed" : ofTest === "skipped" ? "skipped" : "failed";
  const outcome = outcomeOf(step, inner);
  return outcome === "error" ? "failed" : outcome;
}

/** Returns a recorded attempt with logs that arrived later. */
export function recordedEvents(
  test: string,
  index: number,
  { steps = [], stdout, stderr, errors = [], ...attempt }: StoredAttempt,
  late: readonly Log[],
): ResultEvent[] {
  const isRed = attempt.status === "failed" || attempt.status === "error";
  const sorted = isRed ? errorsOf(late) : { errors: [], rest: late };
  const known = new Set(errors.map(({ message }) => message));
  const before = [
    ...(stdout === undefined
      ? []
      : [{ kind: "stdout" as const, test, attempt: index, stream: "stdout" as const, text: stdout }]),
    ...(stderr === undefined
      ? []
      : [{ kind: "stdout" as const, test, attempt: index, stream: "stderr" as const, text: stderr }]),
  ];
  return [
    ...steps.map(({ title, depth, status, duration, category, error, file, line }): StepEvent => ({
      kind: "step",
      test,
      attempt: index,
      title,
      depth,
      status: status,
      durationMs: duration,
      ...(category !== undefined && { category }),
      ...(error !== undefined && { error }),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    })),
    ...before,
    ...outputEvents(test, index, sorted.rest),
    {
      kind: "attempt",
      test,
      index,
      status: attempt.status,
      startedAt: attempt.startedAt,
      durationMs: attempt.durationMs,
      errors: [...errors, ...sorted.errors.filter(({ message }) => !known.has(message))],
      ...(attempt.worker !== undefined && { worker: attempt.worker }),
    },
  ];
}
