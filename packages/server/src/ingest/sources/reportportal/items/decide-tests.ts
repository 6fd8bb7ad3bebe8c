import type { Context } from "#core/context.ts";
import type { ResultEvent, TestStatus } from "@plumb/contract/result-event.ts";
import type { Gathering } from "#ingest/record/gather.ts";
import { attemptEvents, outcomeOf, recordedEvents } from "./attempt-events.ts";
import type { Board } from "#ingest/sources/reportportal/launches/board.ts";
import type { Item, Said } from "./item.ts";
import type { Log } from "#ingest/sources/reportportal/logs/logs.ts";
import { testEvent } from "./test-event.ts";
import { waitingLogs } from "#ingest/sources/reportportal/logs/waiting-logs.ts";
import { type RecordedTest, recordedTests } from "#store/ingest/recorded-tests.ts";
import type { Amended, BatchTarget } from "#store/ingest/batch.ts";
import { itemsOfTests } from "#store/ingest/reportportal-items.ts";

export interface DecidedTests {
  /** Recorded results of tests that ended before. */
  readonly amended: ReadonlyMap<string, Amended>;
  /** Executions for which nothing waits any more. */
  readonly settled: readonly string[];
}

interface Deciding {
  readonly board: Board;
  readonly target: BatchTarget;
  readonly gathering: Gathering;
  /** The agent reports errors of earlier attempts without the attempts. */
  readonly hidesRetries: boolean;
  /** Called between two tests. */
  readonly between: () => Promise<void>;
}

/** Passes each test to the collector that has finished, or has new information, according to the board. */
export async function decideTests({ db }: Pick<Context, "db">, deciding: Deciding): Promise<DecidedTests> {
  const { board, target, gathering, hidesRetries, between } = deciding;
  const firsts = [...board.deciding];
  const settled: string[] = [];
  const amended = new Map<string, Amended>();
  if (firsts.length === 0) return { amended, settled };
  const parts = await partsOfTests(db, target, board, firsts);
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
      const late = board.logs.get(item.key) ?? [];
      board.logs.delete(item.key);
      if (item.said.recorded === true) {
        const runAgain = item !== last && item.said.retried === true;
        const some = { item, isOnly: executions.length === 1, runAgain };
        for (const event of recordedAgain(key, some, before, late)) gathering.take(event);
        continue;
      }
      const steps = parts.steps.get(item.key) ?? [];
      const logs = inTime([...(waiting.get(item.key) ?? []), ...late]);
      const events = attemptEvents(key, { item, steps, logs, hidesRetries });
      hidden ||= events.filter(({ kind }) => kind === "attempt").length > 1;
      for (const event of events) gathering.take(event);
      board.put({ ...item, said: { ...item.said, recorded: true } });
      settled.push(item.key);
    }
    const status = statusOf(last, parts, before);
    const failedBefore =
      hidden ||
      executions.slice(0, -1).some((item) => failed(item, parts.steps.get(item.key) ?? [])) ||
      (before?.attempts.slice(0, -1).some((attempt) => attempt.status === "failed" || attempt.status === "error") ??
        false);
    gathering.take(testEvent(first, last, { status, flaky: status === "passed" && failedBefore }));
    await between();
  }
  return { amended, settled };
}

/**
 * Returns the recorded execution. A repeated one did not pass, whatever its status; a single one may have hidden
 * others.
 */
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

/** Steps of an execution that the run has are not looked at again. */
function statusOf(last: Item, { steps }: Parts, before: RecordedTest | undefined): TestStatus {
  const recorded = last.said.recorded === true && last.said.status === undefined;
  const known = recorded ? before?.attempts.at(-1)?.status : undefined;
  return known ?? outcomeOf(last, steps.get(last.key) ?? []);
}

/** What counts as an attempt that did not pass; one that is run again did not, whatever it is called. */
function failed(item: Item, steps: readonly Item[]): boolean {
  const outcome = outcomeOf(item, steps);
  return outcome === "failed" || outcome === "error" || item.said.retried === true;
}

interface Parts {
  /** Those that have ended, by the first one, in the order in which they ran; none if an earlier one has not. */
  readonly executions: ReadonlyMap<string, readonly Item[]>;
  readonly steps: ReadonlyMap<string, readonly Item[]>;
}

/** Executions of these tests and the steps of those that the run does not have yet, with what this turn made of them. */
async function partsOfTests(
  db: Context["db"],
  target: BatchTarget,
  board: Board,
  firsts: readonly string[],
): Promise<Parts> {
  const ofTests = new Set(firsts);
  const stored = await itemsOfTests<Said>(db, target, firsts);
  const items = new Map(stored.map((item) => [item.key, item]));
  for (const item of board.items.values()) if (ofTests.has(item.testKey)) items.set(item.key, item);
  const executions = new Map(
    [
      ...Map.groupBy(
        [...items.values()].filter(({ kind, isParent }) => kind === "item" && !isParent),
        ({ testKey }) => testKey,
      ),
    ].map(([key, some]) => [key, ended(some)] as const),
  );
  // The steps of a first execution have its key, which the query above asked for.
  const later = [...executions.values()].flat().filter(({ attempt, said }) => attempt > 0 && said.recorded !== true);
  const laterKeys = new Set(later.map(({ key }) => key));
  for (const item of await itemsOfTests<Said>(db, target, [...laterKeys])) items.set(item.key, item);
  for (const item of board.items.values()) {
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

/** The end of a retry may overtake that of what it repeats: the test is decided when both have come. */
function ended(executions: readonly Item[]): readonly Item[] {
  const inTurn = executions.toSorted((a, b) => a.attempt - b.attempt);
  const last = inTurn.findLastIndex(({ finished }) => finished);
  const some = inTurn.slice(0, last + 1);
  return some.every(({ finished }) => finished) ? some : [];
}

/** As they began: calls overtake each other. Those that are not stored yet came last, in the order of the board. */
function inOrder(a: Item, b: Item): number {
  const began = a.said.startedAt - b.said.startedAt;
  return began === 0 ? (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER) : began;
}

function unrecorded({ executions }: Parts, key: string): Item[] {
  return (executions.get(key) ?? []).filter(({ said }) => said.recorded !== true);
}

/** Entries as they happened: calls overtake each other. */
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
