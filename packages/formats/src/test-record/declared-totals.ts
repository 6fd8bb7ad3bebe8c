import type { ReportWriter } from "./report-writer.ts";

/** What a report declares of itself: never trusted, but compared with what it lists. Several reports of a file add up. */
export class DeclaredTotals {
  #tests: number | undefined;
  #failures: number | undefined;

  /** @param failures Undefined where the report counts them in a way that cannot be compared. */
  declare(tests: number | undefined, failures?: number): void {
    if (tests !== undefined) this.#tests = (this.#tests ?? 0) + tests;
    if (failures !== undefined) this.#failures = (this.#failures ?? 0) + failures;
  }

  /** At the end of a whole file. A run that declares failures but lists none cannot be green. */
  compare(writer: ReportWriter, listed = writer.tests): void {
    const failures = writer.counts.failed + writer.counts.error;
    const declared = this.#failures ?? failures;
    if (declared > 0 && failures === 0) {
      const reason = `The report declares ${declared} failures, but lists no test that failed`;
      writer.problem("error", reason);
    } else if (this.#tests !== undefined && this.#tests !== listed) {
      const reason = `The report declares ${this.#tests} tests but lists ${listed}; those listed were counted`;
      writer.problem("warning", reason);
    } else if (declared !== failures) {
      const reason = `The report declares ${declared} failures but lists ${failures}; those listed were counted`;
      writer.problem("warning", reason);
    }
  }
}
