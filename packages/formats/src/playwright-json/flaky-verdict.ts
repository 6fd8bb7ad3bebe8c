import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { JsonObject } from "#json/json-value.ts";

/**
 * Whether a run failed though none of its tests did: with `failOnFlakyTests` (`--fail-on-flaky-tests`, since 1.52) Playwright calls a run
 * with flaky tests failed, and its reports name no error for it.
 */
export class FlakyVerdict {
  #asked = false;
  #flaky = 0;
  #failed = 0;

  configure(config: JsonObject): void {
    this.#asked = config["failOnFlakyTests"] === true;
  }

  note(event: ResultEvent): void {
    if (event.kind !== "test") return;
    if (event.flaky) this.#flaky += 1;
    if (event.status === "failed" || event.status === "error") this.#failed += 1;
  }

  /** Why the run failed; undefined where it did not, or where tests that failed say so. */
  get reason(): string | undefined {
    if (!this.#asked || this.#flaky === 0 || this.#failed > 0) return undefined;
    const tests = this.#flaky === 1 ? "1 test was flaky" : `${this.#flaky} tests were flaky`;
    return `${tests}, and failOnFlakyTests is set: Playwright calls the run failed`;
  }
}
