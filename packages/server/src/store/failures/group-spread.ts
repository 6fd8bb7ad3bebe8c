import type { SelectedFailures } from "./failure-selection.ts";
import type { CountedGroup } from "./group-lists.ts";

/** Where a group failed. */
export interface GroupSpread {
  /** Ids. */
  readonly tests: ReadonlySet<number>;
  /** Places. */
  readonly runs: ReadonlySet<number>;
}

/** The tests and runs of these groups: one pass over the columns. */
export function spreadOf(selected: SelectedFailures, groups: readonly CountedGroup[]): Map<number, GroupSpread> {
  const { failures, counts, wantedRuns, from, until } = selected;
  const { length, at, left, pairs, runs, pairList } = failures.columns;
  const runsOf: (Set<number> | undefined)[] = Array.from({ length: counts.length });
  const spreads = new Map<number, GroupSpread>();
  for (const group of groups) {
    const own = new Set<number>();
    for (const pair of group.pairs) runsOf[pair] = own;
    const tests = new Set(group.pairs.map((pair) => pairList[pair]?.testId ?? 0));
    spreads.set(group.id, { tests, runs: own });
  }
  for (let place = 0; place < length; place++) {
    const own = runsOf[pairs[place] as number];
    if (own === undefined || left[place] === 1) continue;
    const [moment, run] = [at[place] as number, runs[place] as number];
    if (moment >= from && moment < until && wantedRuns[run] === 1) own.add(run);
  }
  return spreads;
}
