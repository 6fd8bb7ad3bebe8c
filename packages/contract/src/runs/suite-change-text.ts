import { formatCount } from "#figures.ts";
import { counted } from "#text/counted.ts";
import type { FewerAssertions, RaisedLimit, SuiteChanges } from "./suite-changes.ts";

interface Counted {
  readonly count: number;
}

type SuiteChangeCounts = Readonly<Record<keyof SuiteChanges, Counted>>;

/** Returns the counts of the changes that occurred, such as `2 removed`, worst first. */
export function suiteChangeCounts(changes: SuiteChangeCounts): string[] {
  const { removed, renamed, newlySkipped, raisedRetries, raisedTimeouts, fewerAssertions } = changes;
  return [
    ...(removed.count === 0 ? [] : [`${formatCount(removed.count)} removed`]),
    ...(newlySkipped.count === 0 ? [] : [`${formatCount(newlySkipped.count)} newly skipped`]),
    ...(fewerAssertions.count === 0 ? [] : [`${formatCount(fewerAssertions.count)} with fewer assertions`]),
    ...(raisedRetries.count === 0 ? [] : [`${formatCount(raisedRetries.count)} with more retries`]),
    ...(raisedTimeouts.count === 0 ? [] : [`${formatCount(raisedTimeouts.count)} with a longer time limit`]),
    ...(renamed.count === 0 ? [] : [`${formatCount(renamed.count)} renamed`]),
  ];
}

/** Returns whether a reviewer should know about the changes: tests are lost or less strict, and not only renamed. */
export function isLoss({ renamed: _renamed, ...lost }: SuiteChangeCounts): boolean {
  return Object.values(lost).some(({ count }) => count > 0);
}

/** Returns what the suite loses with a test, such as `failed for 2 causes before`; empty if it never failed. */
export function caughtText({ caught }: { readonly caught: number }): string {
  return caught === 0 ? "" : `failed for ${counted(caught, "cause")} before`;
}

/** Titles of the lists, in their order. */
export const suiteChangeTitles = {
  removed: "Removed, compared with the base",
  newlySkipped: "Newly skipped",
  fewerAssertions: "Fewer assertions",
  raisedRetries: "More retries",
  raisedTimeouts: "Longer time limit",
  renamed: "Renamed or moved",
} as const;

/** Variant and name of a test, escaped for where they are shown. */
interface EscapedTest {
  readonly variant: string;
  readonly name: string;
}

/** Returns `Retries raised from 0 to 2 (project chromium, 14 tests)`, with the name instead of the number for one test. */
export function raisedText(
  kind: "raisedRetries" | "raisedTimeouts",
  { before, after, count }: Pick<RaisedLimit, "after" | "before" | "count">,
  { variant, name }: EscapedTest,
): string {
  const change =
    kind === "raisedRetries"
      ? `Retries raised from ${formatCount(before)} to ${formatCount(after)}`
      : after === 0
        ? `Time limit of ${secondsText(before)} removed`
        : `Time limit raised from ${secondsText(before)} to ${secondsText(after)}`;
  const tests = count === 1 ? name : counted(count, "test");
  return `${change} (${variant === "" ? "" : `project ${variant}, `}${tests})`;
}

function secondsText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Number((milliseconds / 1000).toFixed(1))} s`;
}

/** Returns `makes 2 assertions, 5 before`. */
export function fewerAssertionsText({ before, after }: Pick<FewerAssertions, "after" | "before">): string {
  return `makes ${after === 0 ? "no assertions" : counted(after, "assertion")}, ${formatCount(before)} before`;
}
