import { expect, test } from "vitest";
import { rankedValues } from "./ranked-values.ts";

/** Returns a deterministic permutation of the numbers below `length`. */
function mixed(length: number): Int32Array {
  return Int32Array.from({ length }, (_, index) => (index * 577) % length);
}

test.for([1, 2, 3, 31, 32, 33, 64, 250])("every range of %d values returns them in order", (length) => {
  const ranks = mixed(length);
  const values = rankedValues(ranks, (rank) => rank * 10);
  for (let from = 0; from < length; from += 1 + Math.floor(length / 40))
    for (let until = from + 1; until <= length; until += 1 + Math.floor(length / 30)) {
      const sorted = [...ranks.subarray(from, until)].toSorted((a, b) => a - b).map((rank) => rank * 10);
      expect(sorted.map((_, nth) => values.nth(from, until, nth))).toEqual(sorted);
    }
});
