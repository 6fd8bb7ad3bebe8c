import { asNumber, asObject, asString, type JsonObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { isHookTitle, mochaError } from "#mocha-error/mocha-error.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { Verdict } from "#results/test-record.ts";
import { keyOf, type Lists, takeListed } from "./lists.ts";
import { frameworkOf, hookFailure, testRecord } from "./mocha-test.ts";

export function mochaOutline({ hasTests }: Lists): Outline {
  const own = { stats: "stats", failures: { elements: "failed" } };
  return {
    members: hasTests
      ? { ...own, tests: { elements: "test" } }
      : { ...own, passes: { elements: "passed" }, pending: { elements: "pending" } },
  };
}

const verdicts: Readonly<Record<string, Verdict>> = { passed: "passed", failed: "failed", pending: "skipped" };

/** Converts the parts of a report to events. */
export class MochaReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #lists: Lists;
  readonly #totals = new DeclaredTotals();
  #framework: string | undefined;
  #declaredFailures: number | undefined;

  constructor(writer: ReportWriter, lists: Lists) {
    this.#writer = writer;
    this.#lists = lists;
  }

  part(name: string, value: unknown, line: number): void {
    const part = asObject(value);
    if (part === undefined) return;
    if (name === "stats") {
      this.#stats(part);
      return;
    }
    this.#tellFramework(part);
    const isHook = isHookTitle(part["title"]);
    if (name === "failed" && isHook) this.#writer.problem("error", hookFailure(part), line);
    else if (name === "test") this.#test(part, this.#verdictOf(part), line);
    else if (!this.#lists.hasTests) this.#test(part, verdicts[name] ?? "skipped", line);
  }

  end(complete: boolean): void {
    if (this.#framework === undefined) this.#writer.run.learn({ framework: "mocha" });
    if (!complete) return;
    if (this.#lists.hasTests) this.#leftOver();
    const { hooks } = this.#lists;
    this.#totals.declare(undefined, this.#declaredFailures === undefined ? undefined : this.#declaredFailures - hooks);
    this.#totals.compare(this.#writer);
  }

  #test(test: JsonObject, status: Verdict, line: number): void {
    this.#writer.test(testRecord(test, status), line);
  }

  /** Returns the outcome of the test by the lists; if the file ends before them, by the test itself. */
  #verdictOf(test: JsonObject): Verdict {
    const key = keyOf(test);
    const { failed, pending, complete } = this.#lists;
    if (takeListed(failed, key)) return "failed";
    if (takeListed(pending, key)) return "skipped";
    if (!complete && mochaError(test["err"]) !== undefined) return "failed";
    return asNumber(test["duration"]) === undefined && test["speed"] === undefined ? "skipped" : "passed";
  }

  /** Reports failures without a test, which are errors outside of any test. */
  #leftOver(): void {
    for (const [key, times] of this.#lists.failed) {
      const [title] = JSON.parse(key) as unknown[];
      const name = asString(title) ?? "(unnamed)";
      for (let time = 0; time < times; time++)
        this.#writer.problem("error", `"${name}" is listed as failed, but not as a test`);
    }
  }

  #tellFramework(test: JsonObject): void {
    const framework = frameworkOf(test, this.#framework);
    if (framework === this.#framework) return;
    this.#framework = framework;
    this.#writer.run.learn({ framework });
  }

  #stats(stats: JsonObject): void {
    this.#writer.run.learn({ startedAt: stats["start"], durationMs: stats["duration"] });
    this.#totals.declare(asNumber(stats["tests"]));
    const failures = asNumber(stats["failures"]);
    if (failures !== undefined) this.#declaredFailures = (this.#declaredFailures ?? 0) + failures;
  }
}
