import { formatCount } from "#figures.ts";
import { counted } from "#text/counted.ts";

interface Counted {
  readonly count: number;
}

interface CountedChanges {
  readonly removed: Counted;
  readonly renamed: Counted;
  readonly newlySkipped: Counted;
}

/** Returns the counts of the changes that occurred, such as `2 removed`, worst first. */
export function suiteChangeCounts({ removed, renamed, newlySkipped }: CountedChanges): string[] {
  return [
    ...(removed.count === 0 ? [] : [`${formatCount(removed.count)} removed`]),
    ...(newlySkipped.count === 0 ? [] : [`${formatCount(newlySkipped.count)} newly skipped`]),
    ...(renamed.count === 0 ? [] : [`${formatCount(renamed.count)} renamed`]),
  ];
}

/** Returns what the suite loses with a test, such as `failed for 2 causes before`; empty if it never failed. */
export function caughtText({ caught }: { readonly caught: number }): string {
  return caught === 0 ? "" : `failed for ${counted(caught, "cause")} before`;
}

/** Titles of the lists, in their order. */
export const suiteChangeTitles = {
  removed: "Removed, compared with the base",
  newlySkipped: "Newly skipped",
  renamed: "Renamed or moved",
} as const;
