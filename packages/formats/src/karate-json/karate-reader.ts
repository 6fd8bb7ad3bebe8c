import { asNumber, asObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import type { Feature } from "./feature.ts";
import { scenarioRecord } from "./scenario.ts";

export const karateOutline: Outline = {
  members: {
    passedCount: "passed",
    failedCount: "failed",
    durationMillis: "duration",
    scenarioResults: { elements: "scenario" },
  },
};

/** Converts the scenarios of a feature to events. */
export class KarateReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #feature: Feature;
  #passed: number | undefined;
  #failed: number | undefined;

  constructor(writer: ReportWriter, feature: Feature) {
    this.#writer = writer;
    this.#feature = feature;
    writer.run.learn({ framework: "karate" });
  }

  part(name: string, value: unknown, line: number): void {
    if (name === "passed") this.#passed = asNumber(value);
    else if (name === "failed") this.#failed = asNumber(value);
    else if (name === "duration") this.#writer.run.learn({ durationMs: asNumber(value) });
    else this.#scenario(value, line);
  }

  end(complete: boolean): void {
    const [passed, failed] = [this.#passed, this.#failed];
    if (!complete) return;
    if (this.#writer.counts.tests === 0 && (failed ?? 0) === 0)
      this.#writer.problem("warning", `No scenario of the feature "${this.#feature.name.slice(0, 300)}" ran`);
    const totals = new DeclaredTotals();
    totals.declare(passed === undefined || failed === undefined ? undefined : passed + failed, failed);
    totals.compare(this.#writer);
  }

  #scenario(value: unknown, line: number): void {
    const scenario = asObject(value);
    if (scenario === undefined) return;
    const record = scenarioRecord(scenario, this.#feature);
    this.#writer.test(record, line);
    for (const { startedAt } of record.attempts) this.#writer.run.beganAt(zonedMs(startedAt));
  }
}
