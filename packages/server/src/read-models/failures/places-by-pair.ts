import type { ProjectFailures } from "./failure-index.ts";

/** Positions of failures by pair. Pair `p` has `places[starts[p]]` up to `places[starts[p + 1]]`, exclusive. */
export interface PlacesByPair {
  readonly starts: Int32Array;
  readonly places: Int32Array;
}

/** The key is an array that is replaced with every change of the failures. */
const known = new WeakMap<Uint8Array, PlacesByPair>();

/** Indexes failures by pair, so that a selection of few pairs reads only their failures. */
export function placesByPair({ columns, pairClasses }: ProjectFailures): PlacesByPair {
  const before = known.get(pairClasses);
  if (before !== undefined) return before;
  const { length, pairs, pairList } = columns;
  const starts = new Int32Array(pairList.length + 1);
  for (let place = 0; place < length; place++) {
    const next = (pairs[place] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let pair = 0; pair < pairList.length; pair++)
    starts[pair + 1] = (starts[pair + 1] as number) + (starts[pair] as number);
  const places = new Int32Array(length);
  const free = starts.slice(0, -1);
  for (let place = 0; place < length; place++) {
    const pair = pairs[place] as number;
    const at = free[pair] as number;
    places[at] = place;
    free[pair] = at + 1;
  }
  const found = { starts, places };
  known.set(pairClasses, found);
  return found;
}
