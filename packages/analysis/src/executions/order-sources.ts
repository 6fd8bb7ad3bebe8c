import type { Source } from "./source.ts";
import { attemptInPath, orderOf } from "./relate-sources.ts";

/** Above this number, sources are sorted by a single key instead of being compared in pairs. */
const maxCompared = 500;

/** Sorts sources by execution, earliest first. Sources with an unknown order stay in the order of arrival. */
export function orderSources<Ordered extends Source>(sources: readonly Ordered[]): Ordered[] {
  if (sources.length > maxCompared) return sources.toSorted(byKey);
  const arrived = sources.toSorted((a, b) => a.receivedAt - b.receivedAt || compareText(a.path, b.path) || a.id - b.id);
  const ordered: Ordered[] = [];
  // Insertion sort: a source is inserted before all sources that ran later.
  for (const source of arrived) {
    let at = ordered.length;
    for (let index = ordered.length - 1; index >= 0; index--) {
      if (orderOf(ordered[index] as Ordered, source)?.later === ordered[index]?.id) at = index;
    }
    ordered.splice(at, 0, source);
  }
  return ordered;
}

function byKey(a: Source, b: Source): number {
  return (
    timeOf(a) - timeOf(b) || attemptInPath(a.path) - attemptInPath(b.path) || compareText(a.path, b.path) || a.id - b.id
  );
}

function timeOf({ startedAt, localStartedAt, receivedAt }: Source): number {
  return startedAt ?? localStartedAt ?? receivedAt;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
