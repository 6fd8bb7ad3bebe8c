import type { Source } from "./source.ts";
import { orderOf } from "./relate-sources.ts";

/** Sorts sources by their execution: what ran earlier comes first. Those that nothing orders stay in the order in which they came. */
export function orderSources<Ordered extends Source>(sources: readonly Ordered[]): Ordered[] {
  const arrived = sources.toSorted((a, b) => a.receivedAt - b.receivedAt || compareText(a.path, b.path) || a.id - b.id);
  const ordered: Ordered[] = [];
  // Insertion from the end: a source moves before those that ran later, as far as one of them says so.
  for (const source of arrived) {
    let at = ordered.length;
    for (let index = ordered.length - 1; index >= 0; index--) {
      if (orderOf(ordered[index] as Ordered, source)?.later === ordered[index]?.id) at = index;
    }
    ordered.splice(at, 0, source);
  }
  return ordered;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
