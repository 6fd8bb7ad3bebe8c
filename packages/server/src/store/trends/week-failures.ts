import { runFlags, type Span } from "@plumb/analysis/trends/run-tally.ts";
import type { FailureIndex, ProjectFailures } from "#store/failures/failure-index.ts";
import { eachOfPairs } from "#store/failures/failure-selection.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import type { ProjectRuns, RunFacts } from "./run-facts.ts";
import { testsOfOwners } from "./week-runs.ts";
import type { WeekSelection } from "./week-tests.ts";

/** What became of a cause. */
export interface CauseChange {
  readonly groupId: number;
  readonly became: "new" | "returned" | "resolved";
  readonly tests: number;
  /** The run that showed it; 0: not known. */
  readonly runId: number;
  readonly at: number;
}

export interface WeekFailures {
  /** Those with the most tests first. */
  readonly causes: readonly CauseChange[];
  /** Tests that fail at the end of the week on a main branch, and did not in the week before; with their first failure. */
  readonly failing: ReadonlyMap<number, number>;
}

/** Runs of one suite, environment and branch, the earliest first. */
interface Line {
  readonly isMain: boolean;
  readonly starts: { readonly at: number; readonly runId: number }[];
}

interface Seen {
  readonly tests: Set<number>;
  readonly weekTests: Set<number>;
  /** By line: when the last run with it started. */
  readonly last: Map<Line, number>;
}

interface SeenTest {
  /** Of its first failure in the week; infinite without one. */
  first: number;
  before: boolean;
  readonly last: Map<Line, number>;
}

/**
 * What the failures of a week say beside those of the week before. Failures are of the week that they happened in, runs of the
 * one that they started in. It reads what is kept in memory.
 *
 * @param lookback The whole week before, up to the end of the week.
 */
export async function weekFailures(
  index: FailureIndex,
  facts: RunFacts,
  selection: WeekSelection,
  { week, lookback }: { readonly week: Span; readonly lookback: Span },
): Promise<WeekFailures> {
  const { projectId } = selection;
  const { mainBranches } = await flakinessRuleOf(index.db, projectId);
  const failures = await index.of(projectId);
  const runs = await facts.of(projectId);
  const ofRun = linesOf(runs, lookback, { mainBranches, suites: selection.suite });
  const { groups, tests } = gathered(failures, ofRun, {
    week,
    lookback,
    wantedPairs: await pairsOf(index, failures, selection),
  });
  return {
    causes: causesOf(failures, runs, groups, week).toSorted(
      (a, b) => b.tests - a.tests || b.at - a.at || b.groupId - a.groupId,
    ),
    failing: failingOf(tests),
  };
}

async function pairsOf(
  index: FailureIndex,
  { columns: { pairList } }: ProjectFailures,
  { projectId, owner }: WeekSelection,
): Promise<Uint8Array> {
  const wanted = new Uint8Array(pairList.length).fill(1);
  if (owner === undefined || owner.length === 0) return wanted;
  const theirs = await testsOfOwners(index.db, projectId, owner);
  for (const [pair, { testId }] of pairList.entries()) if (!theirs.has(testId)) wanted[pair] = 0;
  return wanted;
}

/** Where a run stands; undefined for one that is not counted, or of another suite. */
type OfRun = (runId: number) => { readonly line: Line; readonly at: number } | undefined;

/** The counted runs that started in a time, by their line. */
function linesOf(
  { runs, series }: ProjectRuns,
  { from, until }: Span,
  {
    mainBranches,
    suites,
  }: { readonly mainBranches: readonly string[]; readonly suites: readonly string[] | undefined },
): OfRun {
  const byName = new Map<string, Line>();
  const ofSeries = series.map(({ suite, environment, branch }) => {
    if (suites !== undefined && suites.length > 0 && !suites.includes(suite)) return undefined;
    const name = JSON.stringify([suite, environment, branch]);
    const line = byName.get(name) ?? { isMain: branch === "" || mainBranches.includes(branch), starts: [] };
    byName.set(name, line);
    return line;
  });
  for (const [runId, place] of runs.places) {
    const at = runs.at[place] as number;
    if (at < from || at >= until || ((runs.flags[place] as number) & runFlags.gone) !== 0) continue;
    ofSeries[runs.series[place] as number]?.starts.push({ at, runId });
  }
  for (const { starts } of byName.values()) starts.sort((a, b) => a.at - b.at || a.runId - b.runId);
  return (runId) => {
    const place = runs.places.get(runId);
    const line = place === undefined ? undefined : ofSeries[runs.series[place] as number];
    return line === undefined ? undefined : { line, at: runs.at[place as number] as number };
  };
}

function gathered(
  failures: ProjectFailures,
  ofRun: OfRun,
  { week, lookback, wantedPairs }: { readonly week: Span; readonly lookback: Span; readonly wantedPairs: Uint8Array },
) {
  const { columns, pairGroups, runs: there } = failures;
  const known = columns.runIds.map((id) => (there.has(id) ? ofRun(id) : undefined));
  const wantedRuns = Uint8Array.from(known, (run) => (run === undefined ? 0 : 1));
  const groups = new Map<number, Seen>();
  const tests = new Map<number, SeenTest>();
  eachOfPairs({ failures, wantedRuns, wantedIds: null, ...lookback }, wantedPairs, (place, pair) => {
    const { line, at } = known[columns.runs[place] as number] as { line: Line; at: number };
    const testId = columns.pairList[pair]?.testId ?? 0;
    const moment = columns.at[place] as number;
    const groupId = pairGroups[pair] as number;
    const group: Seen = groups.get(groupId) ?? { tests: new Set(), weekTests: new Set(), last: new Map() };
    groups.set(groupId, group);
    group.tests.add(testId);
    if (moment >= week.from) group.weekTests.add(testId);
    group.last.set(line, Math.max(group.last.get(line) ?? at, at));
    const test = tests.get(testId) ?? { first: Number.POSITIVE_INFINITY, before: false, last: new Map<Line, number>() };
    tests.set(testId, test);
    if (moment < week.from) test.before = true;
    else test.first = Math.min(test.first, moment);
    if (line.isMain) test.last.set(line, Math.max(test.last.get(line) ?? at, at));
  });
  return { groups, tests };
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
    const gone = goneIn(last);
    if (gone !== null) {
      if (within(gone.at)) changes.push({ groupId, became: "resolved", tests: tests.size, ...gone });
    } else if (within(span.firstSeen))
      changes.push({ groupId, became: "new", tests: weekTests.size, runId: span.firstRunId, at: span.firstSeen });
    else if (within(cameBackAt))
      changes.push({ groupId, became: "returned", tests: weekTests.size, runId: cameBack, at: cameBackAt });
  }
  return changes;
}

/** The run by which each main branch that had a cause had run without it; null while one has not. */
function goneIn(last: ReadonlyMap<Line, number>): { readonly runId: number; readonly at: number } | null {
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
  for (const [testId, { first, before, last }] of tests) {
    if (before || !Number.isFinite(first)) continue;
    if ([...last].some(([{ starts }, at]) => starts.at(-1)?.at === at)) failing.set(testId, first);
  }
  return failing;
}
