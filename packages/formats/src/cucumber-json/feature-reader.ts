import { asObject, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { TestRecord } from "#results/test-record.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { type FirstReading, keyOf } from "./headers.ts";
import { Repeats } from "./repeats.ts";
import { scenarioRecord } from "./scenario.ts";

export const featureOutline: Outline = {
  name: "report",
  elements: { name: "feature", members: { elements: { elements: "element" } } },
};

/** Converts the scenarios of a report to events. */
export class FeatureReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #first: FirstReading;
  #feature = -1;
  /** Background that precedes the current scenario. */
  #background: JsonObject | undefined;
  readonly #repeats: Repeats;

  constructor(writer: ReportWriter, first: FirstReading) {
    this.#writer = writer;
    this.#first = first;
    this.#repeats = new Repeats(first.runs, (record: TestRecord, line: number) => writer.test(record, line));
  }

  entered(name: string): void {
    if (name !== "feature") return;
    this.#feature++;
    this.#background = undefined;
  }

  part(_name: string, value: unknown, line: number): void {
    const element = asObject(value);
    if (element === undefined) return;
    if (element["type"] === "background") {
      // behave lists the steps of a background without results, and repeats them in each scenario.
      const ran = objectsOf(element["steps"]).some((step) => asObject(step["result"]) !== undefined);
      this.#background = ran ? element : undefined;
      return;
    }
    const header = this.#first.headers[this.#feature];
    if (isTemplate(element)) return;
    const { record, notImplemented, failedAfter } = scenarioRecord(element, this.#background, header);
    this.#background = undefined;
    this.#repeats.add({ key: keyOf(element, header?.file), record, line });
    for (const { startedAt } of record.attempts) this.#writer.run.beganAt(zonedMs(startedAt));
    if (failedAfter) {
      const name = record.titlePath.at(-1) ?? "";
      this.#writer.problem(
        "error",
        `"${name.slice(0, 300)}" failed although its steps passed: a later hook failed`,
        line,
      );
    }
    if (notImplemented) {
      const reason =
        "Scenarios with undefined or pending steps are counted as skipped, because Cucumber may not have run in strict mode. In strict mode, they fail";
      this.#writer.problem("warning", reason);
    }
  }

  end(complete: boolean): void {
    this.#repeats.end();
    const isBehave = this.#first.headers.some((header) => header.isBehave);
    this.#writer.run.learn({ framework: isBehave ? "behave" : "cucumber" });
    if (complete && this.#feature === -1)
      this.#writer.problem("error", "The report is an empty list: Cucumber ran no scenarios");
  }
}

/** Returns true for an outline itself, which Cucumber-JVM 1 lists before its rows. */
function isTemplate({ type, examples, steps }: JsonObject): boolean {
  const ran = objectsOf(steps).some((step) => asObject(step["result"]) !== undefined);
  return type === "scenario_outline" && examples !== undefined && !ran;
}
