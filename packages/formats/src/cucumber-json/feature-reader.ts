import { asNumber, asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { TestRecord } from "#results/test-record.ts";
import { zonedMs } from "#text/loose-moment.ts";
import type { Header } from "./headers.ts";
import { scenarioRecord } from "./scenario.ts";

export const featureOutline: Outline = {
  name: "report",
  elements: { name: "feature", members: { elements: { elements: "element" } } },
};

/** Writes the scenarios of one report. */
export class FeatureReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #headers: readonly Header[];
  #feature = -1;
  /** The background that stands before its scenario. */
  #background: JsonObject | undefined;
  /** The scenario read last: it may be listed again. */
  #held: { readonly key: string; readonly record: TestRecord; readonly line: number } | undefined;

  constructor(writer: ReportWriter, headers: readonly Header[]) {
    this.#writer = writer;
    this.#headers = headers;
  }

  entered(name: string): void {
    if (name !== "feature") return;
    this.#flush();
    this.#feature++;
    this.#background = undefined;
  }

  part(_name: string, value: unknown, line: number): void {
    const element = asObject(value);
    if (element === undefined) return;
    if (element["type"] === "background") {
      // behave lists the steps of a background without results, and again in each scenario.
      const ran = objectsOf(element["steps"]).some((step) => asObject(step["result"]) !== undefined);
      this.#background = ran ? element : undefined;
      return;
    }
    const header = this.#headers[this.#feature];
    if (isTemplate(element)) return;
    const { record, notImplemented, failedAfter } = scenarioRecord(element, this.#background, header);
    this.#background = undefined;
    this.#hold(record, keyOf(element), line);
    for (const { startedAt } of record.attempts) this.#writer.run.beganAt(zonedMs(startedAt));
    if (failedAfter) {
      const name = record.titlePath.at(-1) ?? "";
      this.#writer.problem(
        "error",
        `"${name.slice(0, 300)}" failed though its steps passed: a hook after them failed`,
        line,
      );
    }
    if (notImplemented) {
      const reason =
        "Scenarios with undefined or pending steps are counted as skipped; where Cucumber is strict, they fail its run";
      this.#writer.problem("warning", reason);
    }
  }

  /** Cucumber-Ruby lists a scenario that it ran again right after its failure. */
  #hold(record: TestRecord, key: string, line: number): void {
    const held = this.#held;
    if (held !== undefined && key !== "" && held.key === key && held.record.status === "failed") {
      this.#held = { key, line, record: { ...record, attempts: [...held.record.attempts, ...record.attempts] } };
      return;
    }
    this.#flush();
    this.#held = { key, line, record };
  }

  #flush(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#writer.test(held.record, held.line);
  }

  end(complete: boolean): void {
    this.#flush();
    const isBehave = this.#headers.some((header) => header.isBehave);
    this.#writer.run.learn({ framework: isBehave ? "behave" : "cucumber" });
    if (complete && this.#feature === -1)
      this.#writer.problem("error", "The report is an empty list: Cucumber ran no scenario");
  }
}

/** The outline as it is written, which Cucumber-JVM 1 lists before its rows. */
function isTemplate({ type, examples, steps }: JsonObject): boolean {
  const ran = objectsOf(steps).some((step) => asObject(step["result"]) !== undefined);
  return type === "scenario_outline" && examples !== undefined && !ran;
}

/** What names a scenario, or a row of an outline, within its feature; empty where nothing does. */
function keyOf({ id, line }: JsonObject): string {
  const name = asString(id) ?? "";
  return name === "" || asNumber(line) === undefined ? "" : `${name}:${asNumber(line)}`;
}
