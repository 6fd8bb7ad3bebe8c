import { asNumber, asObject, asString, asText } from "#json/json-value.ts";
import type { JsonParts } from "#json/json-report.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { addFact } from "#text/shown-facts.ts";
import { testRecord } from "./robot-test.ts";
import type { Suite } from "./suites.ts";

/** Writes the parts of one output. */
export class RobotReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #suites: readonly Suite[];
  readonly #open: Suite[] = [];
  readonly #metadata: Record<string, string> = {};
  #begun = 0;

  constructor(writer: ReportWriter, suites: readonly Suite[]) {
    this.#writer = writer;
    this.#suites = suites;
    writer.run.learn({ framework: "robot" });
  }

  entered(): void {
    const suite = this.#suites[this.#begun++];
    if (suite === undefined) return;
    this.#open.push(suite);
    for (const [name, value] of Object.entries(suite.metadata)) addFact(this.#metadata, name, asText(value) ?? "");
  }

  left(): void {
    this.#open.pop();
  }

  part(name: string, value: unknown, line: number): void {
    const part = asObject(value);
    if (name === "generator") this.#generator(asString(value) ?? "");
    else if (part === undefined) return;
    else if (name === "test") this.#writer.test(testRecord(part, this.#open), line);
    else this.#writer.output("stderr", `${asString(part["level"]) ?? ""} ${asString(part["message"]) ?? ""}\n`);
  }

  end(): void {
    const [root] = this.#suites;
    const seconds = asNumber(root?.seconds);
    // Robot writes the time of its machine without a zone.
    addFact(this.#metadata, "startedLocalTime", asString(root?.startTime) ?? "");
    this.#writer.run.learn({
      suite: root?.name,
      startedAt: root?.startTime,
      durationMs: seconds === undefined ? undefined : seconds * 1000,
      metadata: this.#metadata,
    });
    if (this.#writer.counts.tests === 0) this.#writer.problem("error", "The output holds no test");
  }

  /** `Robot 7.1 (Python 3.12.1 on linux)` */
  #generator(generator: string): void {
    const [, version, python, system] = /^\w+ (\S+)(?: \((\S+ \S+) on (\w+)\))?/.exec(generator) ?? [];
    addFact(this.#metadata, "python", python?.replace(/^Python /, "") ?? "");
    addFact(this.#metadata, "operatingSystem", system ?? "");
    this.#writer.run.learn({ frameworkVersion: version });
  }
}
