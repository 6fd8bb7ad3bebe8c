import { runFlags } from "@plumb/analysis/trends/run-sums.ts";
import type { Span } from "@plumb/analysis/trends/run-tally.ts";
import type { FailureIndex, ProjectFailures } from "#read-models/failures/failure-index.ts";
import { eachOfPairs } from "#read-models/failures/failure-selection.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import type { ProjectRuns, RunStats } from "./run-stats.ts";
import { testsOfOwners } from "#store/tests/owners.ts";
import type { WeekSelection } from "#store/trends/week-tests.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** A new, returned or resolved cause. */
export interface CauseChange {
  readonly groupId: number;
  readonly became: "new" | "returned" | "resolved";
  readonly tests: number;
  /** Run with the change; 0 if it is not known. */
  readonly runId: number;
  readonly at: number;
}

export interface WeekFailures {
  /** Causes with the most tests first. */
  readonly causes: readonly CauseChange[];
  /** First failures of tests that fail on a main branch at the end of the week and did not fail in the previous week. */
  readonly failing: ReadonlyMap<number, number>;
  /** Tests that fail on a main branch at the end of the week. */
  readonly failingAtEnd: ReadonlySet<number>;
}

/** Runs of one suite, environment and branch, earliest first. */
interface Line {
  readonly isMain: boolean;
  readonly starts: { readonly at: number; readonly runId: number }[];
}

interface Seen {
  readonly tests: Set<number>;
  readonly weekTests: Set<number>;
  /** Start of the last run with the cause in each line. */
  readonly last: Map<Line, number>;
}

interface SeenTest {
  /** First failure in the week; infinite if there is none. */
  first: number;
  before: boolean;
  readonly last: Map<Line, number>;
}

interface Query {
  readonly week: Span;
  readonly lookback: Span;
}

/** Number of weeks to cache per project. */
const maxRetained = 8;

/** Cached results. The keys are arrays that are replaced whenever the failures or the counted runs change. */
const known = new WeakMap<Uint8Array, WeakMap<Int32Array, Map<string, WeekFailures>>>();

/**
 * Compares the failures of a week with the week before. Failures belong to the week in which they happened, runs to the week in which they started.
 * Reads from memory.
 *
 * @param query Period of both weeks, and of this week up to its end.
 */
export async function weekFailures(
  index: FailureIndex,
  facts: RunStats,
  selection: WeekSelection,
  query: Query,
): Promise<WeekFailures> {
  const { projectId, suite = [], owner = [] } = selection;
  const { mainBranches } = await flakinessRuleOf(index.db, projectId);
  const failures = await index.of(projectId);
  const runs = await facts.of(projectId);
  // Not cached, because the owner of a test can change without changing failures or runs.
  if (owner.length > 0) {
    const theirs = await testsOfOwners(index.db, projectId, { owners: owner, keys: undefined });
    return found(failures, runs, { ...query, suite, mainBranches, theirs });
  }
  const byRuns = known.get(failures.pairClasses) ?? new WeakMap<Int32Array, Map<string, WeekFailures>>();
  known.set(failures.pairClasses, byRuns);
  const weeks = byRuns.get(runs.runs.byDuration) ?? new Map<string, WeekFailures>();
  byRuns.set(runs.runs.byDuration, weeks);
  const key = JSON.stringify([query, suite, mainBranches]);
  const week = weeks.get(key) ?? found(failures, runs, { ...query, suite, mainBranches, theirs: undefined });
  keepLatest(weeks, key, week, maxRetained);
  return week;
}

interface Question extends Query {
  /** None: any. */
  readonly suite: readonly string[];
  readonly mainBranches: readonly string[];
  /** Tests of the selected owners; undefined for all tests. */
  readonly theirs: ReadonlySet<number> | undefined;
}

function found(failures: ProjectFailures, runs: ProjectRuns, question: Question): WeekFailures {
  const { groups, tests } = seenFailures(failures, linesOf(runs, question), question);
  return {
    causes: causesOf(failures, runs, groups, question.week).toSorted(
      (a, b) => b.tests - a.tests || b.at - a.at || b.groupId - a.groupId,
    ),
    failing: failingOf(tests),
    failingAtEnd: new Set([...tests].flatMap(([testId, test]) => (failsAtEnd(test) ? [testId] : []))),
  };
}

/** Returns the line and start of a run; undefined if it is not counted or belongs to another suite. */
type OfRun = (runId: number) => { readonly line: Line; readonly at: number } | undefined;

/** Groups the counted runs of both weeks by line. */
function linesOf({ runs, series }: ProjectRuns, { lookback, mainBranches, suite: suites }: Question): OfRun {
  const { from, until } = lookback;
  const byName = new Map<string, Line>();
  const ofSeries = series.map(({ suite, environment, branch }) => {
    if (suites.length > 0 && !suites.includes(suite)) return undefined;
    const name = JSON.stringify([suite, environment, branch]);
    const line = byName.get(name) ?? { isMain: branch === "" || mainBranches.includes(branch), starts: [] };
    byName.set(name, line);
    return line;
  });
  for (const [runId, index] of runs.places) {
    const at = runs.at[index] as number;
    if (at < from || at >= until || ((runs.flags[index] as number) & runFlags.gone) !== 0) continue;
    ofSeries[runs.series[index] as number]?.starts.push({ at, runId });
  }
  for (const { starts } of byName.values()) starts.sort((a, b) => a.at - b.at || a.runId - b.runId);
  return (runId) => {
    const index = runs.places.get(runId);
    const line = index === undefined ? undefined : ofSeries[runs.series[index] as number];
    return line === undefined ? undefined : { line, at: runs.at[index as number] as number };
  };
}

const seenBefore = 1;
const seenInWeek = 2;

/** Occurrences of one error in one test, in both weeks. */
interface PairSeen {
  flags: number;
  /** First failure in the week; infinite if there is none. */
  first: number;
  readonly last: Map<Line, number>;
}

function seenFailures(failures: ProjectFailures, ofRun: OfRun, { week, lookback, theirs }: Question) {
  const { columns, pairGroups } = failures;
  const groups = new Map<number, Seen>();
  const tests = new Map<number, SeenTest>();
  for (const [pair, { flags, first, last }] of pairsSeen(failures, ofRun, { week, lookback })) {
    const testId = columns.pairList[pair]?.testId ?? 0;
    if (theirs !== undefined && !theirs.has(testId)) continue;
    const groupId = pairGroups[pair] as number;
    const group: Seen = groups.get(groupId) ?? { tests: new Set(), weekTests: new Set(), last: new Map() };
    groups.set(groupId, group);
    group.tests.add(testId);
    if ((flags & seenInWeek) !== 0) group.weekTests.add(testId);
    const test: SeenTest = tests.get(testId) ?? { first: Number.POSITIVE_INFINITY, before: false, last: new Map() };
    tests.set(testId, test);
    if ((flags & seenBefore) !== 0) test.before = true;
    test.first = Math.min(test.first, first);
    for (const [line, at] of last) {
      if (at > (group.last.get(line) ?? 0)) group.last.set(line, at);
      if (line.isMain && at > (test.last.get(line) ?? 0)) test.last.set(line, at);
    }
  }
  return { groups, tests };
}

/** Collects the failures of both weeks by pair. The inner loop is kept cheap, because there may be a million failures. */
function pairsSeen(failures: ProjectFailures, ofRun: OfRun, { week, lookback }: Query): Map<number, PairSeen> {
  const { columns, runs: there } = failures;
  const known = columns.runIds.map((id) => (there.has(id) ? ofRun(id) : undefined));
  const requestedRuns = Uint8Array.from(known, (run) => (run === undefined ? 0 : 1));
  const requestedPairs = new Uint8Array(columns.pairList.length).fill(1);
  const seen = new Map<number, PairSeen>();
  eachOfPairs(
    { failures, requestedRuns, requestedIds: null, tagged: null, ...lookback },
    requestedPairs,
    (index, pair) => {
      const { line, at } = known[columns.runs[index] as number] as { line: Line; at: number };
      const time = columns.at[index] as number;
      let each = seen.get(pair);
      if (each === undefined) {
        each = { flags: 0, first: Number.POSITIVE_INFINITY, last: new Map() };
        seen.set(pair, each);
      }
      if (time < week.from) each.flags |= seenBefore;
      else {
        each.flags |= seenInWeek;
        if (time < each.first) each.first = time;
      }
      if (at > (each.last.get(line) ?? 0)) each.last.set(line, at);
    },
  );
  return seen;
}

function causesOf(
  { spans, groups: known }: ProjectFailures,
  runs: ProjectRuns,
  seen: ReadonlyMap<number, Seen>,
  week: Span,
): CauseChange[] {
  const within = (at: number) => at >= week.from && at < week.until;
  const changes: CauseChange[] = [];
  for (const [groupId, { tests, weekTests, last }] of seen) {
    const span = spans.get(groupId);
    // Failures without an error have no cause.
    if (groupId === 0 || span === undefined) continue;
    const cameBack = known.get(groupId)?.regressedRunId ?? 0;
    const cameBackAt = runs.runs.at[runs.runs.places.get(cameBack) ?? -1] ?? Number.NaN;
    const removed = removedIn(last);
    if (removed !== null) {
      if (within(removed.at)) changes.push({ groupId, became: "resolved", tests: tests.size, ...removed });
    } else if (within(span.firstSeen))
      changes.push({ groupId, became: "new", tests: weekTests.size, runId: span.firstRunId, at: span.firstSeen });
    else if (within(cameBackAt))
      changes.push({ groupId, became: "returned", tests: weekTests.size, runId: cameBack, at: cameBackAt });
  }
  return changes;
}

/** Returns the run after which every main branch that had a cause has run without it; `null` if one has not. */
function removedIn(last: ReadonlyMap<Line, number>): { readonly runId: number; readonly at: number } | null {
  let latest: { readonly runId: number; readonly at: number } | null = null;
  for (const [{ isMain, starts }, at] of last) {
    if (!isMain) continue;
    const next = starts.find((run) => run.at > at);
    if (next === undefined) return null;
    if (latest === null || next.at > latest.at) latest = next;
  }
  return latest;
}

function failingOf(tests: ReadonlyMap<number, SeenTest>): Map<number, number> {
  const failing = new Map<number, number>();
  for (const [testId, test] of tests)
    if (!test.before && Number.isFinite(test.first) && failsAtEnd(test)) failing.set(testId, test.first);
  return failing;
}

/** Returns true if a test failed in the last run of a main branch. */
function failsAtEnd({ last }: SeenTest): boolean {
  return [...last].some(([{ starts }, at]) => starts.at(-1)?.at === at);
}
