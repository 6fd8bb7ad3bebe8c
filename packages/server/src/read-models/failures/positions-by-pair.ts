import type { ProjectFailures } from "./failure-index.ts";

/** Positions of failures by pair. Pair `p` has `places[starts[p]]` up to `places[starts[p + 1]]`, exclusive. */
export interface PositionsByPair {
  readonly starts: Int32Array;
  readonly places: Int32Array;
}

/** The key is an array that is replaced whenever the failures change. */
const known = new WeakMap<Uint8Array, PositionsByPair>();

/** Indexes failures by pair, so that selecting a few pairs only reads their failures. */
export function positionsByPair({ columns, pairClasses }: ProjectFailures): PositionsByPair {
  const before = known.get(pairClasses);
  if (before !== undefined) return before;
  const { length, pairs, pairList } = columns;
  const starts = new Int32Array(pairList.length + 1);
  for (let index = 0; index < length; index++) {
    const next = (pairs[index] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let pair = 0; pair < pairList.length; pair++)
    starts[pair + 1] = (starts[pair + 1] as number) + (starts[pair] as number);
  const indices = new Int32Array(length);
  const free = starts.slice(0, -1);
  for (let position = 0; position < length; position++) {
    const pair = pairs[position] as number;
    const at = free[pair] as number;
    indices[at] = position;
    free[pair] = at + 1;
  }
  const found = { starts, places: indices };
  known.set(pairClasses, found);
  return found;
}
