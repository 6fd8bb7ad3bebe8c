import type { Outcome } from "./cross-validation.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";

/** Accuracy of verdicts, compared with decisions of users. */
export interface Quality {
  readonly failures: number;
  readonly accuracy: number;
  readonly macroF1: number;
  readonly perClass: Readonly<
    Record<FailureClass, { precision: number; recall: number; f1: number; failures: number }>
  >;
  /** Counts by the class that users set, then by the automatic class. */
  readonly confusion: Readonly<Record<FailureClass, Readonly<Record<FailureClass, number>>>>;
  /** Number, average confidence and number of right verdicts, by confidence in steps of 0.1. */
  readonly calibration: readonly { from: number; verdicts: number; confidence: number; right: number }[];
  /** Verdicts with a confidence of at least 0.9. */
  readonly sure: { readonly verdicts: number; readonly right: number };
}

/** All values are 0 if there are no outcomes. */
export function qualityOf(outcomes: readonly Outcome[]): Quality {
  const confusion = Object.fromEntries(
    failureClasses.map((input) => [input, Object.fromEntries(failureClasses.map((found) => [found, 0]))]),
  ) as Record<FailureClass, Record<FailureClass, number>>;
  for (const { failure, verdict } of outcomes) confusion[failure.class][verdict.class] += 1;
  const perClass = Object.fromEntries(
    failureClasses.map((name) => {
      const right = confusion[name][name];
      const failures = sum(failureClasses.map((found) => confusion[name][found]));
      const found = sum(failureClasses.map((input) => confusion[input][name]));
      return [
        name,
        {
          precision: share(right, found),
          recall: share(right, failures),
          f1: share(2 * right, failures + found),
          failures,
        },
      ];
    }),
  ) as Quality["perClass"];
  const sure = outcomes.filter(({ verdict }) => verdict.confidence >= 0.9);
  return {
    failures: outcomes.length,
    accuracy: share(outcomes.filter(isRight).length, outcomes.length),
    macroF1: sum(failureClasses.map((name) => perClass[name].f1)) / failureClasses.length,
    perClass,
    confusion,
    calibration: Array.from({ length: 10 }, (_, step) => {
      const within = outcomes.filter(({ verdict }) => Math.min(9, Math.floor(verdict.confidence * 10)) === step);
      const confidence = share(sum(within.map(({ verdict }) => verdict.confidence)), within.length);
      return {
        from: step / 10,
        verdicts: within.length,
        confidence,
        right: share(within.filter(isRight).length, within.length),
      };
    }).filter(({ verdicts }) => verdicts > 0),
    sure: { verdicts: sure.length, right: share(sure.filter(isRight).length, sure.length) },
  };
}

function isRight({ failure, verdict }: Outcome): boolean {
  return failure.class === verdict.class;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(part: number, full: number): number {
  return full === 0 ? 0 : part / full;
}
