import type { ReportWriter } from "./report-writer.ts";

/** Totals that a report declares. They are not trusted, but compared with the listed tests. Totals of several reports in a file are added up. */
export class DeclaredTotals {
  #tests: number | undefined;
  #failures: number | undefined;

  /** @param failures Includes errors; undefined if the report counts them in a way that cannot be compared. */
  declare(tests: number | undefined, failures?: number): void {
    this.#tests = sumOf(this.#tests, tests);
    this.#failures = sumOf(this.#failures, failures);
  }

  /**
   * Compares the totals at the end of a complete file. A run that declares more failures than it lists cannot pass.
   *
   * @param listed Number of tests in the report, counted like the report does.
   * @param also Other correct numbers of tests, if versions of the tool count differently.
   * @param alsoFailed Other correct numbers of failures.
   */
  compare(
    writer: ReportWriter,
    listed = writer.counts.tests,
    also: readonly number[] = [],
    alsoFailed: readonly number[] = [],
  ): void {
    const { failed } = writer.counts;
    const tests = this.#tests;
    const failures = this.#failures ?? failed;
    if (failures > Math.max(failed, ...alsoFailed)) {
      const found = failed === 0 ? "no failed tests" : `only ${counted(failed, "failed test")}`;
      writer.problem("error", `The report declares ${counted(failures, "failure")}, but lists ${found}`);
    } else if (tests !== undefined && tests !== listed && !also.includes(tests)) {
      const reason = `The report declares ${counted(tests, "test")} but lists ${listed}; only the listed ones were counted`;
      writer.problem("warning", reason);
    } else if (failures !== failed && !alsoFailed.includes(failures)) {
      const reason = `The report declares ${counted(failures, "failure")} but lists ${failed}; only the listed ones were counted`;
      writer.problem("warning", reason);
    }
  }
}

/** Parses a number of tests in an attribute, with or without thousands separators; undefined if it is invalid. */
export function totalOf(text: string | undefined): number | undefined {
  if (text === undefined || text.length > 20) return undefined;
  const digits = text.trim().replace(/(?<=\d)[\s,.'’](?=\d{3}(?!\d))/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** Returns the sum of the declared numbers; undefined if there are none. */
export function sumOf(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0);
}

/** Returns a text such as `1 test` or `2 tests`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
