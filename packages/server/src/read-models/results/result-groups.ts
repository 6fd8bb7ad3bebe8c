import { type GroupBy, type ResultGroup, withoutKey } from "@plumb/contract/runs/results.ts";
import { type Counts, countsOf, rankCount } from "./counts.ts";
import { type FailureGroup, failureGroups } from "./failure-groups.ts";
import type { ResultIndex } from "./result-index.ts";
import { isCounted, type ResultSelection, type Selected, selected } from "./result-selection.ts";

interface Query {
  readonly by: GroupBy;
  readonly limit: number;
  /** Base run. Failures that do not occur in it are new. */
  readonly baseId: number | null;
}

/** A group without the text of its cause. */
type StoredGroup = Omit<ResultGroup, "cause"> & Partial<Pick<FailureGroup, "class" | "groupId" | "subClass">>;

interface Groups {
  readonly groups: StoredGroup[];
  readonly total: number;
  /** Number of results in all groups. */
  readonly tests: number;
}

/**
 * Groups the selected results. Order: new failures first, then most failures, then most flaky results; results without a key are last. Returns at
 * most `limit` groups with a key; `total` and `tests` include all groups.
 */
export async function resultGroups(index: ResultIndex, selection: ResultSelection, query: Query): Promise<Groups> {
  const { by, limit } = query;
  // Failing results are few and cached separately. The remaining counts are the run's counters minus these.
  if (by === "failure" && isCounted(selection) && selection.status === undefined) {
    const { groups, total, rest, all } = await failureGroups(index, { ...selection, ...query });
    return withRest({ groups, total, tests: all.total }, rest.total > 0 ? rest : undefined);
  }
  const chosen = await selected(index, selection, by);
  if (by !== "failure") return countedGroups(chosen, by, limit);
  const { columns, places } = chosen;
  const only = new Set(Array.from(places, (position) => columns.ids[position] as number));
  const { groups, total } = await failureGroups(index, { ...selection, ...query, only });
  return withRest({ groups, total, tests: places.length }, countsByKey(chosen, "failure").get(null));
}

function withRest({ groups, total, tests }: Groups, rest: Counts | undefined): Groups {
  if (rest === undefined) return { groups, total, tests };
  return { groups: [...groups, { ...rest, ...nothingMore, key: withoutKey }], total: total + 1, tests };
}

const nothingMore = { newFailures: 0, backAgain: 0, knownFailures: 0, quarantined: 0, owners: [], errorLine: null };

interface OrderedGroups {
  readonly keyed: readonly StoredGroup[];
  /** Counts of the results without a key. */
  readonly rest: Counts | undefined;
}

/** Groups of whole runs, cached because grouping a large run takes long. Evicted together with the columns. */
const ofFullRuns = new WeakMap<Selected["columns"], Map<GroupBy, OrderedGroups>>();

function countedGroups(chosen: Selected, by: GroupBy, limit: number): Groups {
  const { columns, places } = chosen;
  const known = ofFullRuns.get(columns) ?? new Map<GroupBy, OrderedGroups>();
  const isFull = places.length === columns.length;
  const { keyed, rest } = (isFull ? known.get(by) : undefined) ?? orderedGroups(chosen, by);
  if (isFull) ofFullRuns.set(columns, known.set(by, { keyed, rest }));
  return withRest({ groups: keyed.slice(0, limit), total: keyed.length, tests: places.length }, rest);
}

function orderedGroups(chosen: Selected, by: GroupBy): OrderedGroups {
  const counts = countsByKey(chosen, by);
  const keyed = [...counts]
    .flatMap(([key, its]) => (key === null ? [] : [{ key, ...its, ...nothingMore }]))
    .toSorted((a, b) => b.failed + b.errored - (a.failed + a.errored) || b.flaky - a.flaky || (a.key < b.key ? -1 : 1));
  return { keyed, rest: counts.get(null) };
}

/** Counts the selected results by key; `null` for results without a key. */
export function countsByKey({ columns: { ranks }, places, keysOf }: Selected, by: GroupBy): Map<string | null, Counts> {
  const { values, codes } = keysOf(by);
  const width = rankCount;
  // The last slot counts results without a key.
  const counts = new Int32Array((values.length + 1) * width);
  for (const index of places) {
    const code = codes[index] as number;
    const at = (code === -1 ? values.length : code) * width + (ranks[index] as number);
    counts[at] = (counts[at] as number) + 1;
  }
  const groups = new Map<string | null, Counts>();
  for (let code = 0; code <= values.length; code++) {
    const its = countsOf(counts.subarray(code * width, (code + 1) * width));
    if (its.total > 0) groups.set(values[code] ?? null, its);
  }
  return groups;
}
