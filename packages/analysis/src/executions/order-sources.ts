import { laterByClock, startOf } from "./clocks.ts";
import { attemptPath } from "./attempt-path.ts";
import { declaredRepeat } from "./repeats.ts";
import type { Source } from "./source.ts";

/** Above this number, sources are sorted by a single key instead of being compared in pairs. */
const maxCompared = 500;

/** Sorts sources by execution, earliest first. Sources whose order is unknown are sorted by their paths, so the order of arrival does not matter. */
export function orderSources<Ordered extends Source>(sources: readonly Ordered[]): Ordered[] {
  const sorted = sources.toSorted(byKey);
  if (sources.length > maxCompared) return sorted;
  const ordered: Ordered[] = [];
  // Insertion sort: a source is inserted before all sources that ran later.
  for (const source of sorted) {
    let at = ordered.length;
    for (let index = ordered.length - 1; index >= 0; index--) {
      const other = ordered[index] as Ordered;
      if (laterOf(other, source) === other.id) at = index;
    }
    ordered.splice(at, 0, source);
  }
  return ordered;
}

function laterOf(a: Source, b: Source): number | null {
  return declaredRepeat(a, b)?.later ?? laterByClock(a, b);
}

function byKey(a: Source, b: Source): number {
  return (
    startOf(a) - startOf(b) ||
    attemptPath(a.path).attempt - attemptPath(b.path).attempt ||
    compareText(a.path, b.path) ||
    a.id - b.id
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
