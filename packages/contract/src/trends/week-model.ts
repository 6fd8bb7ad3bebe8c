/** Lists of the current state are counted up to this number. */
export const maxWeekCounted = 1000;

/** Link target of a line. */
export interface WeekTarget {
  readonly kind: "test" | "cause" | "item";
  readonly id: number;
}

/** A complete list of which a week shows only the first lines. */
export type WeekFullList =
  | {
      readonly kind: "tests";
      readonly view: "all" | "broken" | "flaky" | "slow" | "slowing";
      /** True if the tests are sorted by their last change of state, latest first. */
      readonly bySince: boolean;
    }
  | { readonly kind: "causes"; readonly resolved: boolean }
  | { readonly kind: "items"; readonly overdue: boolean };

export type WeekTone = "bad" | "flaky" | "good" | "plain";

export interface WeekLine {
  readonly key: string;
  /** Short label of the change; `null` if all lines of the list have the same change. */
  readonly tag: { readonly text: string; readonly tone: WeekTone } | null;
  readonly title: string;
  readonly detail: string;
  readonly target: WeekTarget;
}

/** Keys of the formula explanations in the trends. */
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
  /** Summary of all lines, including those that are not shown; empty if there are none. */
  readonly summary: string;
  readonly lines: readonly WeekLine[];
  /** Text of an empty list. */
  readonly empty: string;
  /** Number of lines that are not shown, as text, with links to complete lists; `null` if all lines are shown. */
  readonly more: {
    readonly text: string;
    readonly lists: readonly { readonly text: string; readonly list: WeekFullList }[];
  } | null;
}

export interface WeekPart {
  readonly title: string;
  /** Filters that apply to all lists of the part; empty if there are none. */
  readonly note: string;
  readonly lists: readonly WeekList[];
}

/** A metric compared with the previous week. */
export interface WeekFigure {
  readonly formula: "passRate" | "firstAttemptPassRate" | "totalRuns" | "testsRun" | "flakyTime";
  readonly value: string;
  /** Example: `98.4% the week before`. */
  readonly before: string;
  /** Example: `1.4 points worse`. Empty if there is no value to compare with. */
  readonly difference: string;
  readonly tone: WeekTone;
  /** The known values of the three weeks before and of this one, oldest first. */
  readonly values: readonly number[];
  /** These weeks as text, such as `Last 4 weeks: 98.4%, 97.0%, –, 96.9%`. */
  readonly history: string;
}
