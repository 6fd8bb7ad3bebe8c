import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { JsonObject } from "#json/json-value.ts";
import { counted } from "#results/declared-totals.ts";

/**
 * Detects runs that failed without a failed test. With `failOnFlakyTests` (`--fail-on-flaky-tests`, since 1.52), Playwright fails a run
 * with flaky tests without reporting an error.
 */
export class RunVerdict {
  #asked = false;
  #flaky = 0;
  #declared = 0;
  #failed = 0;
  #outside = 0;
  #said: string | undefined;

  configure(config: JsonObject): void {
    this.#asked = config["failOnFlakyTests"] === true;
  }

  note(event: ResultEvent): void {
    if (event.kind !== "test") return;
    if (event.flaky) this.#flaky += 1;
    if (event.status === "failed" || event.status === "error") this.#failed += 1;
  }

  /** Called for an error outside the tests, which explains the failure of the run. */
  noteError(): void {
    this.#outside += 1;
  }

  /** Called with a number from `stats` of the JSON report. */
  declareFailures(unexpected: unknown): void {
    if (typeof unexpected === "number") this.#declared += unexpected;
  }

  /** Called with the status at the end of a blob. */
  end(status: unknown): void {
    if (status === "failed" || status === "timedout")
      this.#said = `The run ${status === "failed" ? "failed" : "timed out"}, but no test did`;
  }

  /** Reason for the failure of the run; undefined if it passed or a failed test explains it. */
  get reason(): string | undefined {
    if (this.#declared > this.#failed && this.#outside === 0) {
      const found = this.#failed === 0 ? "no failed tests" : `only ${counted(this.#failed, "failed test")}`;
      return `The report declares ${counted(this.#declared, "failure")}, but lists ${found}`;
    }
    if (this.#failed > 0) return undefined;
    if (!this.#asked || this.#flaky === 0) return this.#outside > 0 ? undefined : this.#said;
    const tests = this.#flaky === 1 ? "1 test was flaky" : `${this.#flaky} tests were flaky`;
    return `${tests}, and failOnFlakyTests is set, so Playwright marks the run as failed`;
  }
}
