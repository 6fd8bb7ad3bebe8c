import { asNumber, asObject, asString, asText, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { splitStack } from "#text/split-stack.ts";
import { addFact } from "#text/shown-facts.ts";
import { testRecord } from "./cypress-test.ts";
import { Screenshots } from "./screenshots.ts";

const facts = [
  "status",
  "message",
  "startedTestsAt",
  "totalDuration",
  "totalTests",
  "totalFailed",
  "cypressVersion",
  "browserName",
  "browserVersion",
  "osName",
  "osVersion",
  "runUrl",
];

/** Only two fields of the configuration are read, because it contains environment variables and secrets. */
const config: Outline = { members: { projectName: "projectName", baseUrl: "baseUrl" } };

export const cypressOutline: Outline = {
  members: { ...Object.fromEntries(facts.map((fact) => [fact, fact])), config, runs: { elements: "spec" } },
};

/** Fields that become metadata unchanged. */
const visible = ["browserName", "browserVersion", "osName", "osVersion", "runUrl", "baseUrl"];

/** Converts the parts of a result to events. */
export class CypressReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #browser: string | undefined;
  readonly #facts = new Map<string, unknown>();
  #specErrors = 0;

  constructor(writer: ReportWriter, browser: string | undefined) {
    this.#writer = writer;
    this.#browser = browser;
    writer.run.learn({ framework: "cypress" });
  }

  part(name: string, value: unknown, line: number): void {
    const spec = asObject(value);
    if (name !== "spec") this.#facts.set(name, value);
    else if (spec !== undefined) this.#spec(spec, line);
  }

  end(complete: boolean): void {
    const metadata: Record<string, string> = {};
    for (const name of visible) addFact(metadata, name, asText(this.#facts.get(name)) ?? "");
    this.#writer.run.learn({
      frameworkVersion: this.#text("cypressVersion"),
      suite: this.#text("projectName"),
      startedAt: this.#facts.get("startedTestsAt"),
      durationMs: this.#facts.get("totalDuration"),
      metadata,
    });
    if (complete) this.#verdict();
  }

  #text(name: string): string | undefined {
    return asString(this.#facts.get(name));
  }

  #spec(run: JsonObject, line: number): void {
    const spec = asObject(run["spec"]) ?? {};
    const file = asString(spec["relative"]) ?? asString(spec["name"]);
    const screenshots = new Screenshots(run["screenshots"]);
    for (const test of objectsOf(run["tests"]))
      this.#writer.test(testRecord(test, { file, browser: this.#browser, screenshots }), line);
    for (const attachment of screenshots.rest()) this.#writer.attachment(attachment);
    const video = asString(run["video"]);
    if (video !== undefined) this.#writer.attachment({ path: video });
    this.#specError(run, file, line);
  }

  /** Reports a spec that could not be bundled or whose browser crashed. */
  #specError(run: JsonObject, file: string | undefined, line: number): void {
    const error = asText(run["error"]) ?? asText(asObject(run["error"])?.["message"]);
    if (error === undefined || error.trim() === "") return;
    this.#specErrors++;
    const { message } = splitStack(error);
    this.#writer.problem("error", `${file ?? "A spec"} failed outside its tests: ${message}`, line);
  }

  #verdict(): void {
    const message = this.#text("message");
    if (this.#facts.get("status") === "failed" && message !== undefined) {
      this.#writer.problem("error", `Cypress could not run: ${message}`);
      return;
    }
    const totals = new DeclaredTotals();
    // Cypress counts a spec that failed outside its tests as a failure.
    const failures = this.#specErrors === 0 ? asNumber(this.#facts.get("totalFailed")) : undefined;
    totals.declare(asNumber(this.#facts.get("totalTests")), failures);
    totals.compare(this.#writer);
  }
}
