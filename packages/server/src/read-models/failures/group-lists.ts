import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import type { GroupSort } from "@plumb/contract/failures/failures.ts";
import { stateOfCause } from "@plumb/analysis/failures/failing-state.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { recentStates } from "#store/runs/suite-states.ts";
import type { FailureIndex, ProjectFailures } from "./failure-index.ts";
import { eachOfPairs, eachOfRun, type SelectedFailures } from "./failure-selection.ts";

/** A cause with its failures in the selected period. */
export interface CountedGroup {
  readonly id: number;
  readonly state: FailingState;
  readonly occurrences: number;
  readonly lastAt: number;
  /** Indices of its pairs. */
  readonly pairs: readonly number[];
}

/** Returns the runs that show the current state: the latest of each suite, environment and branch, and the red ones that preceded partial runs. */
async function latestRuns(db: Db, projectId: number, now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select unnest(s.run_id || s.red_runs) as id from ${recentStates(sql`${projectId}`, now)}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Groups that occurred in the latest runs, with the ids of these runs. The key is an array that is replaced whenever the failures change. */
const known = new WeakMap<Uint8Array, { readonly latest: string; readonly groups: ReadonlySet<number> }>();

function presentGroups(failures: ProjectFailures, latest: ReadonlySet<number>): ReadonlySet<number> {
  const { columns, pairClasses, pairGroups } = failures;
  const key = [...latest].join(" ");
  const before = known.get(pairClasses);
  if (before?.latest === key) return before.groups;
  const whenever = {
    requestedIds: null,
    tagged: null,
    from: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  };
  const all = { failures, requestedPairs: new Uint8Array(columns.pairList.length).fill(1), ...whenever };
  const groups = new Set<number>();
  for (const runId of latest) {
    const run = columns.runPositions.get(runId);
    if (run === undefined || !failures.runs.has(runId)) continue;
    eachOfRun(all, run, (pair) => groups.add(pairGroups[pair] as number));
  }
  groups.delete(0);
  known.set(pairClasses, { latest: key, groups });
  return groups;
}

/** Returns the state of each group that occurred in one of the latest runs. All other groups are resolved. */
function groupStates(failures: ProjectFailures, latest: ReadonlySet<number>, now: Date): Map<number, FailingState> {
  const present = [...presentGroups(failures, latest)];
  return new Map(present.map((groupId) => [groupId, presentState(failures, groupId, now)]));
}

function presentState({ groups, spans, runs }: ProjectFailures, groupId: number, now: Date): FailingState {
  const span = spans.get(groupId);
  const cameBack = runs.get(groups.get(groupId)?.regressedRunId ?? 0);
  if (span === undefined) return "known";
  return stateOfCause(
    {
      ...span,
      isPresent: true,
      cameBack: cameBack === undefined ? null : { runId: cameBack.id, at: cameBack.startedAt.getTime() },
    },
    now.getTime(),
  );
}

/** Returns the state of each group in the latest runs. */
export async function statesNow(
  { db }: FailureIndex,
  { failures }: Pick<SelectedFailures, "failures">,
  { projectId, now }: { readonly projectId: number; readonly now: Date },
): Promise<Map<number, FailingState>> {
  return groupStates(failures, await latestRuns(db, projectId, now), now);
}

type FoundGroup = Omit<CountedGroup, "id" | "state">;

/** Groups of counts, which are replaced when a failure enters or leaves the period. */
const foundGroups = new WeakMap<Int32Array, ReadonlyMap<number, FoundGroup>>();

function collectGroups({ failures, counts, latest }: SelectedFailures): ReadonlyMap<number, FoundGroup> {
  const { columns, pairGroups } = failures;
  const found = new Map<number, { occurrences: number; lastAt: number; pairs: number[] }>();
  for (let pair = 0; pair < counts.length; pair++) {
    const [id, count] = [pairGroups[pair] as number, counts[pair] as number];
    if (id === 0 || count === 0) continue;
    const at = columns.at[latest[pair] as number] as number;
    const group = found.get(id);
    if (group === undefined) found.set(id, { occurrences: count, lastAt: at, pairs: [pair] });
    else {
      group.occurrences += count;
      group.lastAt = Math.max(group.lastAt, at);
      group.pairs.push(pair);
    }
  }
  return found;
}

/** Returns the groups of the selection, sorted. */
export function groupsOf(
  selected: SelectedFailures,
  states: ReadonlyMap<number, FailingState>,
  { sortBy, state: requested }: { readonly sortBy: GroupSort; readonly state: FailingState | undefined },
): CountedGroup[] {
  const { groups: known, spans } = selected.failures;
  const found = foundGroups.get(selected.counts) ?? collectGroups(selected);
  foundGroups.set(selected.counts, found);
  const all = [...found].map(([id, group]) => ({ id, state: states.get(id) ?? ("resolved" as const), ...group }));
  const tests = sortBy === "tests" ? new Map(all.map((group) => [group.id, countTests(selected, group)])) : undefined;
  const weight: Record<GroupSort, (group: CountedGroup) => number> = {
    lastSeen: ({ lastAt }) => lastAt,
    occurrences: ({ occurrences }) => occurrences,
    tests: ({ id }) => tests?.get(id) ?? 0,
    firstSeen: ({ id }) => spans.get(id)?.firstSeen ?? 0,
  };
  const pinned = ({ id }: CountedGroup) => Number(known.get(id)?.pinned === true);
  return all
    .filter(({ state }) => requested === undefined || state === requested)
    .toSorted(
      (a, b) =>
        pinned(b) - pinned(a) || weight[sortBy](b) - weight[sortBy](a) || b.occurrences - a.occurrences || b.id - a.id,
    );
}

/** Returns the ids of the tests that failed for one of these groups. */
export function testsOfGroups(
  { failures: { columns, pairGroups }, counts }: SelectedFailures,
  groupIds: readonly number[],
): number[] {
  const requested = new Set(groupIds);
  const tests = new Set<number>();
  for (const [pair, { testId }] of columns.pairList.entries())
    if ((counts[pair] as number) > 0 && requested.has(pairGroups[pair] as number)) tests.add(testId);
  return [...tests];
}

/** Pairs with the same error belong to different tests, unless their browsers differ or single failures have their own class. */
function countTests(selected: SelectedFailures, { pairs }: Pick<CountedGroup, "pairs">): number {
  const { pairList } = selected.failures.columns;
  const first = pairList[pairs[0] ?? 0];
  const isOne = pairs.every((pair) => {
    const { signatureId, class: own, ruleId, browser } = pairList[pair] as NonNullable<typeof first>;
    const isSame = signatureId === first?.signatureId && own === first.class;
    return isSame && ruleId === first.ruleId && browser === first.browser;
  });
  return isOne ? pairs.length : new Set(pairs.map((pair) => pairList[pair]?.testId)).size;
}

/** Returns the tests of a group with the position of their latest failure. */
export function testsOf(
  { failures: { columns }, latest }: SelectedFailures,
  { pairs }: Pick<CountedGroup, "pairs">,
): Map<number, number> {
  const tests = new Map<number, number>();
  for (const pair of pairs) {
    const { testId } = columns.pairList[pair] as { testId: number };
    const index = latest[pair] as number;
    const known = tests.get(testId);
    if (known === undefined || (columns.at[known] as number) < (columns.at[index] as number)) tests.set(testId, index);
  }
  return tests;
}

/** Counts the failures of these groups in each part of the period, and the runs that have them. */
export function courseOf(
  selected: SelectedFailures,
  groups: readonly CountedGroup[],
  parts: number,
): { readonly spark: number[]; readonly runs: number }[] {
  const { columns } = selected.failures;
  const slots = new Int32Array(columns.pairList.length);
  const requested = new Uint8Array(columns.pairList.length);
  for (const [slot, group] of groups.entries()) {
    for (const pair of group.pairs) {
      slots[pair] = slot;
      requested[pair] = 1;
    }
  }
  const { from, until } = boundsOf(selected);
  const width = Math.max(1, until - from) / parts;
  const bars = new Int32Array(groups.length * parts);
  const runCount = columns.runIds.length;
  const runs = new Uint8Array(groups.length * runCount);
  eachOfPairs(selected, requested, (index, pair) => {
    const slot = slots[pair] as number;
    const part = Math.min(parts - 1, Math.max(0, Math.floor(((columns.at[index] as number) - from) / width)));
    bars[slot * parts + part] = (bars[slot * parts + part] as number) + 1;
    runs[slot * runCount + (columns.runs[index] as number)] = 1;
  });
  return groups.map((_group, slot) => ({
    spark: [...bars.subarray(slot * parts, (slot + 1) * parts)],
    runs: runs.subarray(slot * runCount, (slot + 1) * runCount).reduce((sum, one) => sum + one, 0),
  }));
}

/** Returns the period. A missing bound is replaced by the first or last failure. */
function boundsOf({ failures: { columns }, from, until, latest }: SelectedFailures): { from: number; until: number } {
  if (Number.isFinite(from) && Number.isFinite(until)) return { from, until };
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const index of latest) {
    if (index === -1) continue;
    const at = columns.at[index] as number;
    [first, last] = [Math.min(first, at), Math.max(last, at)];
  }
  return {
    from: Number.isFinite(from) ? from : Math.min(first, last),
    until: Number.isFinite(until) ? until : last + 1,
  };
}
