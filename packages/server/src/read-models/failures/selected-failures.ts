import { dayMs } from "@plumb/contract/durations.ts";
import { askFailures, eachOfPairs, type FailureSelection, type SelectedFailures } from "./failure-selection.ts";
import { type Owned, ownedTests } from "./failure-filter.ts";
import type { FailureIndex } from "./failure-index.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** Maximum number of cached selections per project, enough for one or two screens. */
const maxRetained = 8;

/** Cached selections. The key is an array that is replaced whenever the failures change. */
const known = new WeakMap<Uint8Array, Map<string, SelectedFailures>>();

/**
 * Counts the failures of a selection by pair. A period that ends now moves with every query. Therefore, only failures that entered or left it are
 * processed.
 */
export async function selectFailures(index: FailureIndex, selection: FailureSelection): Promise<SelectedFailures> {
  const owned = await ownedTests(index, selection.projectId, selection.filter ?? {});
  const { pairClasses } = await index.of(selection.projectId);
  const retained = known.get(pairClasses) ?? new Map<string, SelectedFailures>();
  known.set(pairClasses, retained);
  const key = `${keyOf(selection)} ${owned?.key ?? ""}`;
  const before = retained.get(key);
  const selected = (before && moved(before, selection)) ?? (await addedUp(index, selection, owned));
  // The failures may have changed during the lookup.
  if (selected.failures.pairClasses === pairClasses) keepLatest(retained, key, selected, maxRetained);
  else retained.delete(key);
  return selected;
}

/** Returns the same key for periods that may be the same one, shifted by less than a day. */
function keyOf({ from, until, ...rest }: FailureSelection): string {
  return JSON.stringify([dayOf(from), dayOf(until), rest]);
}

function dayOf(time: number | null): number | null {
  return time === null ? null : Math.floor(time / dayMs);
}

async function addedUp(
  index: FailureIndex,
  selection: FailureSelection,
  owned: Owned | undefined,
): Promise<SelectedFailures> {
  const requested = await askFailures(index, selection, owned);
  const pairs = requested.failures.columns.pairList.length;
  const sum = new Sum(requested.failures.columns.at, new Int32Array(pairs), new Int32Array(pairs).fill(-1));
  eachOfPairs(requested, requested.requestedPairs, (position, pair) => sum.add(position, pair));
  return { ...requested, total: sum.total, counts: sum.counts, latest: sum.latest };
}

/** Updates a selection to a later period; undefined if the period did not move forward. */
function moved(before: SelectedFailures, selection: FailureSelection): SelectedFailures | undefined {
  const from = selection.from ?? Number.NEGATIVE_INFINITY;
  const until = selection.until ?? Number.POSITIVE_INFINITY;
  if (from === before.from && until === before.until) return before;
  if (from < before.from || until < before.until || from > before.until) return undefined;
  const [left, entered]: [number[], [place: number, pair: number][]] = [[], []];
  eachOfPairs({ ...before, until: from }, before.requestedPairs, (_place, pair) => left.push(pair));
  if (until > before.until)
    eachOfPairs({ ...before, from: before.until, until }, before.requestedPairs, (...location) =>
      entered.push(location),
    );
  // The lists of the previous query can be reused, because they belong to these counts.
  if (left.length + entered.length === 0) return { ...before, from, until };
  const sum = new Sum(before.failures.columns.at, before.counts.slice(), before.latest.slice(), before.total);
  for (const pair of left) sum.leave(pair);
  for (const [index, pair] of entered) sum.add(index, pair);
  return { ...before, from, until, total: sum.total, counts: sum.counts, latest: sum.latest };
}

class Sum {
  readonly counts: Int32Array;
  readonly latest: Int32Array;
  total: number;
  readonly #at: Float64Array;

  constructor(at: Float64Array, counts: Int32Array, latest: Int32Array, total = 0) {
    this.#at = at;
    this.counts = counts;
    this.latest = latest;
    this.total = total;
  }

  add(index: number, pair: number): void {
    this.total += 1;
    this.counts[pair] = (this.counts[pair] as number) + 1;
    const known = this.latest[pair] as number;
    if (known === -1 || (this.#at[known] as number) <= (this.#at[index] as number)) this.latest[pair] = index;
  }

  /** Removes the oldest failure of a pair. The latest one only changes if none is left. */
  leave(pair: number): void {
    this.total -= 1;
    const left = (this.counts[pair] as number) - 1;
    this.counts[pair] = left;
    if (left === 0) this.latest[pair] = -1;
  }
}
