import type { ProblemLog } from "#problem-log.ts";

/** What a report declares of itself; undefined where it does not. */
export interface DeclaredTotals {
  readonly tests: number | undefined;
  /** With errors. */
  readonly failed: number | undefined;
}

/**
 * Compares what a report declares with what it lists, which is what counts. Failures of which none is listed are an error:
 * the run cannot be green.
 *
 * @param also Other numbers of tests that would be right by the tool's way of counting.
 */
export function compareTotals(
  problems: ProblemLog,
  declared: DeclaredTotals,
  listed: { readonly tests: number; readonly failed: number },
  also: readonly number[] = [],
): void {
  const { tests, failed } = declared;
  if (listed.failed === 0 && failed !== undefined && failed > 0) {
    problems.add("error", `The report declares ${failed} failed tests, but lists none of them`);
  } else if (tests !== undefined && tests !== listed.tests && !also.includes(tests)) {
    problems.add("warning", `The report declares ${tests} tests but lists ${listed.tests}; those listed were counted`);
  } else if (failed !== undefined && failed !== listed.failed) {
    const reason = `The report declares ${failed} failures but lists ${listed.failed}; those listed were counted`;
    problems.add("warning", reason);
  }
}

/** A number of tests as an attribute holds it; undefined for anything else. */
export function totalOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The sum of what is declared; undefined if nothing is. */
export function sumOf(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, number) => sum + number, 0);
}
