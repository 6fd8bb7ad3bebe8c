/** Maximum count in lists of the current state. */
export const mostWeekCounted = 1000;

/** Link target of a line. */
export interface WeekTarget {
  readonly kind: "test" | "cause" | "item";
  readonly id: number;
}

/** A list that has more than the lines of a week. */
export type WeekFullList =
  | {
      readonly kind: "tests";
      readonly view: "all" | "broken" | "flaky" | "slow" | "slowing";
      /** The ones that changed last come first. */
      readonly bySince: boolean;
    }
  | { readonly kind: "causes"; readonly resolved: boolean }
  | { readonly kind: "items"; readonly overdue: boolean };

export type WeekTone = "bad" | "flaky" | "good" | "plain";

export interface WeekLine {
  readonly key: string;
  /** A short label of the change; `null` if the list shows it. */
  readonly tag: { readonly text: string; readonly tone: WeekTone } | null;
  readonly title: string;
  readonly detail: string;
  readonly target: WeekTarget;
}

/** Names in the formulas of the trends. */
type WeekFormula =
  | "weekWorseTests"
  | "weekWorseCauses"
  | "weekBetterTests"
  | "weekBetterCauses"
  | "weekFlakiest"
  | "weekSlowest"
  | "weekSlowing"
  | "weekUnowned"
  | "weekItems"
  | "weekQuarantine";

export interface WeekList {
  readonly title: string;
  readonly formula: WeekFormula;
  /** What all of its lines, shown or not, add up to; empty if there are none. */
  readonly summary: string;
  readonly lines: readonly WeekLine[];
  /** Text of an empty list. */
  readonly empty: string;
  /** How many lines are left out, and lists that have them; null if none are. */
  readonly more: {
    readonly text: string;
    readonly lists: readonly { readonly text: string; readonly list: WeekFullList }[];
  } | null;
}

export interface WeekPart {
  readonly title: string;
  /** The filters of all its lists; empty for none. */
  readonly note: string;
  readonly lists: readonly WeekList[];
}

/** A figure next to that of the week before. */
export interface WeekFigure {
  readonly formula: "passRate" | "firstAttemptPassRate" | "totalRuns" | "testsRun" | "flakyTime";
  readonly value: string;
  /** `98.4% the week before`. */
  readonly before: string;
  /** `1.4 points worse`; empty if there is nothing to compare with. */
  readonly difference: string;
  readonly tone: WeekTone;
}
