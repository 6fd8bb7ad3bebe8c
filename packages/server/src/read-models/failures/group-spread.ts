import { eachOfPairs, type SelectedFailures } from "./failure-selection.ts";
import type { CountedGroup } from "./group-lists.ts";

/** Tests and runs in which a group failed. */
export interface GroupSpread {
  /** Ids. */
  readonly tests: ReadonlySet<number>;
  /** Places. */
  readonly runs: ReadonlySet<number>;
}

/** Returns the tests and runs of each group. */
export function spreadOf(selected: SelectedFailures, groups: readonly CountedGroup[]): Map<number, GroupSpread> {
  const { runs, pairList } = selected.failures.columns;
  const requested = new Uint8Array(pairList.length);
  const runsOf = new Map<number, Set<number>>();
  const spreads = new Map<number, GroupSpread>();
  for (const group of groups) {
    const own = new Set<number>();
    for (const pair of group.pairs) {
      requested[pair] = 1;
      runsOf.set(pair, own);
    }
    const tests = new Set(group.pairs.map((pair) => pairList[pair]?.testId ?? 0));
    spreads.set(group.id, { tests, runs: own });
  }
  eachOfPairs(selected, requested, (index, pair) => runsOf.get(pair)?.add(runs[index] as number));
  return spreads;
}
