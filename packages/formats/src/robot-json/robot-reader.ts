import { asNumber, asObject, asString, asText, type JsonObject } from "#json/json-value.ts";
import type { JsonParts } from "#json/json-report.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { addFact } from "#text/shown-facts.ts";
import { messagesOf } from "./messages.ts";
import { testRecord } from "./robot-test.ts";
import { bodyOf } from "./steps.ts";
import type { Suite } from "./suites.ts";

/** Converts the parts of an output to events. */
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
    else if (name === "fixture") this.#fixture(part);
    // Errors about libraries and files that Robot could not use. Warnings are already in the log.
    else if (part["level"] === "ERROR") this.#writer.problem("warning", asString(part["message"]) ?? "", line);
  }

  /** Handles the setup or teardown of a suite, whose logs belong to no test. */
  #fixture(keyword: JsonObject): void {
    const { output, files } = messagesOf(bodyOf({ body: [keyword] }));
    this.#writer.output("stdout", output.toString());
    for (const file of files) this.#writer.attachment(file);
  }

  end(): void {
    const [root] = this.#suites;
    const seconds = asNumber(root?.seconds);
    // Robot writes local times without a time zone.
    addFact(this.#metadata, "startedLocalTime", asString(root?.startTime) ?? "");
    this.#writer.run.learn({
      suite: root?.name,
      startedAt: root?.startTime,
      durationMs: seconds === undefined ? undefined : seconds * 1000,
      metadata: this.#metadata,
    });
    for (const { teardown } of this.#suites)
      if (teardown?.skipped === false)
        this.#writer.problem("error", `The tear-down of a suite failed: ${teardown.message}`);
    if (this.#writer.counts.tests === 0) this.#writer.problem("error", "The output has no tests");
  }

  /** Parses a text such as `Robot 7.1 (Python 3.12.1 on linux)`. */
  #generator(generator: string): void {
    const [, version, python, system] = /^\w+ (\S+)(?: \((\S+ \S+) on (\w+)\))?/.exec(generator) ?? [];
    addFact(this.#metadata, "python", python?.replace(/^Python /, "") ?? "");
    addFact(this.#metadata, "operatingSystem", system ?? "");
    this.#writer.run.learn({ frameworkVersion: version });
  }
}
