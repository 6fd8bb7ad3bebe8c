import type { ReportWriter } from "./report-writer.ts";

/** What a report declares of itself: never trusted, but compared with what it lists. Several reports of a file add up. */
export class DeclaredTotals {
  #tests: number | undefined;
  #failures: number | undefined;

  /** @param failures With errors; undefined if the report counts them in a way that cannot be compared. */
  declare(tests: number | undefined, failures?: number): void {
    this.#tests = sumOf(this.#tests, tests);
    this.#failures = sumOf(this.#failures, failures);
  }

  /**
   * At the end of a whole file. A run that declares failures but lists none cannot be green.
   *
   * @param listed Tests that the report lists, by its own way of counting.
   * @param also Other numbers of tests that would be right, where versions of the tool count differently.
   * @param alsoFailed The same for failures.
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
    if (failures > 0 && failed === 0) {
      writer.problem("error", `The report declares ${counted(failures, "failure")}, but lists no test that failed`);
    } else if (tests !== undefined && tests !== listed && !also.includes(tests)) {
      const reason = `The report declares ${counted(tests, "test")} but lists ${listed}; those listed were counted`;
      writer.problem("warning", reason);
    } else if (failures !== failed && !alsoFailed.includes(failures)) {
      const reason = `The report declares ${counted(failures, "failure")} but lists ${failed}; those listed were counted`;
      writer.problem("warning", reason);
    }
  }
}

/** A number of tests in an attribute; undefined for anything else. */
export function totalOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The sum of what is declared; undefined if nothing is. */
export function sumOf(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0);
}

/** `1 test`, `2 tests`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
