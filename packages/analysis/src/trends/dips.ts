import { median } from "./median.ts";

/** A value that is much lower than most others. */
export interface Dip {
  readonly index: number;
  readonly value: number;
  /** Median of all values. */
  readonly usual: number;
}

/** Minimum number of values. Fewer do not show what is usual. */
const minValues = 7;
/** Median absolute deviations below the median from which a value is a dip. */
const deviations = 3;

/**
 * Returns the deepest dips, in the order of the values.
 *
 * @param values `null` where a value is missing.
 * @param options `minDrop`: smallest difference from the median that counts, so that noise in steady values is not a dip.
 */
export function dips(
  values: readonly (number | null)[],
  { max, minDrop }: { readonly max: number; readonly minDrop: number },
): Dip[] {
  const known = values.filter((value) => value !== null);
  if (known.length < minValues) return [];
  const usual = median(known);
  const spread = median(known.map((value) => Math.abs(value - usual)));
  const limit = usual - Math.max(minDrop, deviations * spread);
  return values
    .flatMap((value, index) => (value === null || value > limit ? [] : [{ index, value, usual }]))
    .toSorted((a, b) => a.value - b.value || b.index - a.index)
    .slice(0, max)
    .toSorted((a, b) => a.index - b.index);
}
