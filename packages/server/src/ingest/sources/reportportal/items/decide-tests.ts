import type { Context } from "#core/context.ts";
import type { ResultEvent, TestStatus } from "@plumb/contract/result-event.ts";
import type { BatchBuilder } from "#ingest/record/batch-builder.ts";
import { attemptEvents, outcomeOf, recordedEvents } from "./attempt-events.ts";
import type { LaunchState } from "#ingest/sources/reportportal/launches/launch-state.ts";
import type { Item, ItemFields } from "./item.ts";
import type { Log } from "#ingest/sources/reportportal/logs/logs.ts";
import { testEvent } from "./test-event.ts";
import { waitingLogs } from "#ingest/sources/reportportal/logs/waiting-logs.ts";
import { type RecordedTest, recordedTests } from "#store/ingest/recorded-tests.ts";
import type { Amended, BatchTarget } from "#store/ingest/batch.ts";
import { itemsOfTests } from "#store/ingest/reportportal-items.ts";

export interface DecidedTests {
  /** Earlier values of tests that were already recorded. */
  readonly amended: ReadonlyMap<string, Amended>;
  /** Executions whose waiting events can be deleted. */
  readonly settled: readonly string[];
}

interface Deciding {
  readonly state: LaunchState;
  readonly target: BatchTarget;
  readonly builder: BatchBuilder;
  /** True if the agent reports errors of earlier attempts but not the attempts. */
  readonly hidesRetries: boolean;
  /** Called after each test. */
  readonly between: () => Promise<void>;
}

/** Passes each finished test, and each test with new information, to the collector. */
export async function decideTests({ db }: Pick<Context, "db">, deciding: Deciding): Promise<DecidedTests> {
  const { state, target, builder, hidesRetries, between } = deciding;
  const firsts = [...state.deciding];
  const settled: string[] = [];
  const amended = new Map<string, Amended>();
  if (firsts.length === 0) return { amended, settled };
  const parts = await partsOfTests(db, target, state, firsts);
  const recorded = await recordedTests(db, target, firsts);
  const fresh = firsts.flatMap((key) => unrecorded(parts, key)).map(({ key }) => key);
  const waiting = await waitingLogs(db, target, fresh);
  for (const key of firsts) {
    const before = recorded.get(key);
    if (before !== undefined) amended.set(key, amendedOf(before));
    const executions = parts.executions.get(key) ?? [];
    const last = executions.at(-1);
    const [first] = executions;
    if (first === undefined || last === undefined) continue;
    let hidden = false;
    for (const item of executions) {
      const late = state.logs.get(item.key) ?? [];
      state.logs.delete(item.key);
      if (item.said.recorded === true) {
        const runAgain = item !== last && item.said.retried === true;
        const some = { item, isOnly: executions.length === 1, runAgain };
        for (const event of recordedAgain(key, some, before, late)) builder.take(event);
        continue;
      }
      const steps = parts.steps.get(item.key) ?? [];
      const logs = inTime([...(waiting.get(item.key) ?? []), ...late]);
      const events = attemptEvents(key, { item, steps, logs, hidesRetries });
      hidden ||= events.filter(({ kind }) => kind === "attempt").length > 1;
      for (const event of events) builder.take(event);
      state.put({ ...item, said: { ...item.said, recorded: true } });
      settled.push(item.key);
    }
    const status = statusOf(last, parts, before);
    const failedBefore =
      hidden ||
      executions.slice(0, -1).some((item) => failed(item, parts.steps.get(item.key) ?? [])) ||
      (before?.attempts.slice(0, -1).some((attempt) => attempt.status === "failed" || attempt.status === "error") ??
        false);
    builder.take(testEvent(first, last, { status, flaky: status === "passed" && failedBefore }));
    await between();
  }
  return { amended, settled };
}

/** Returns the events of a recorded execution. One that was repeated did not pass, whatever its status. A single one may contain hidden attempts. */
function recordedAgain(
  test: string,
  { item, isOnly, runAgain }: { readonly item: Item; readonly isOnly: boolean; readonly runAgain: boolean },
  before: RecordedTest | undefined,
  late: readonly Log[],
): ResultEvent[] {
  return (before?.attempts ?? []).flatMap((known, index) => {
    if (index !== item.attempt && !isOnly) return [];
    const status = runAgain && known.status === "skipped" ? "failed" : known.status;
    return recordedEvents(test, index, { ...known, status }, index === item.attempt ? late : []);
  });
}

/** Uses the recorded outcome if the last execution is already recorded, because its steps are not read again. */
function statusOf(last: Item, { steps }: Parts, before: RecordedTest | undefined): TestStatus {
  const recorded = last.said.recorded === true && last.said.status === undefined;
  const known = recorded ? before?.attempts.at(-1)?.status : undefined;
  return known ?? outcomeOf(last, steps.get(last.key) ?? []);
}

/** Returns true if an attempt did not pass. An attempt that is repeated did not, whatever its status. */
function failed(item: Item, steps: readonly Item[]): boolean {
  const outcome = outcomeOf(item, steps);
  return outcome === "failed" || outcome === "error" || item.said.retried === true;
}

interface Parts {
  /** Finished executions in order, by key of the first one; empty if an earlier one is unfinished. */
  readonly executions: ReadonlyMap<string, readonly Item[]>;
  readonly steps: ReadonlyMap<string, readonly Item[]>;
}

/** Reads the executions of these tests, and the steps of those that are not recorded yet. Includes changes of the current batch. */
async function partsOfTests(
  db: Context["db"],
  target: BatchTarget,
  state: LaunchState,
  firsts: readonly string[],
): Promise<Parts> {
  const ofTests = new Set(firsts);
  const stored = await itemsOfTests<ItemFields>(db, target, firsts);
  const items = new Map(stored.map((item) => [item.key, item]));
  for (const item of state.items.values()) if (ofTests.has(item.testKey)) items.set(item.key, item);
  const executions = new Map(
    [
      ...Map.groupBy(
        [...items.values()].filter(({ kind, isParent }) => kind === "item" && !isParent),
        ({ testKey }) => testKey,
      ),
    ].map(([key, some]) => [key, ended(some)] as const),
  );
  // Steps of a first execution have its key, which the query above already includes.
  const later = [...executions.values()].flat().filter(({ attempt, said }) => attempt > 0 && said.recorded !== true);
  const laterKeys = new Set(later.map(({ key }) => key));
  for (const item of await itemsOfTests<ItemFields>(db, target, [...laterKeys])) items.set(item.key, item);
  for (const item of state.items.values()) {
    if (laterKeys.has(item.testKey)) items.set(item.key, item);
    else if (items.has(item.key)) items.set(item.key, item);
  }
  return {
    executions,
    steps: Map.groupBy(
      [...items.values()].filter(({ kind }) => kind === "step").toSorted(inOrder),
      ({ testKey }) => testKey,
    ),
  };
}

/** The end of a retry may arrive before the end of the execution that it repeats. The test is finished when both have arrived. */
function ended(executions: readonly Item[]): readonly Item[] {
  const inTurn = executions.toSorted((a, b) => a.attempt - b.attempt);
  const last = inTurn.findLastIndex(({ finished }) => finished);
  const some = inTurn.slice(0, last + 1);
  return some.every(({ finished }) => finished) ? some : [];
}

/** Sorts by start, because calls arrive out of order. Items that are not stored yet come last. */
function inOrder(a: Item, b: Item): number {
  const began = a.said.startedAt - b.said.startedAt;
  return began === 0 ? (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER) : began;
}

function unrecorded({ executions }: Parts, key: string): Item[] {
  return (executions.get(key) ?? []).filter(({ said }) => said.recorded !== true);
}

/** Sorts by time, because calls arrive out of order. */
function inTime(logs: readonly Log[]): Log[] {
  return logs.toSorted((a, b) => a.time - b.time);
}

function amendedOf({ attempts }: RecordedTest): Amended {
  const durations = attempts.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  return {
    retries: Math.max(0, attempts.length - 1),
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
  };
}
