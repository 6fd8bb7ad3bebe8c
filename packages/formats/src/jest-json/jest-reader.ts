import { asNumber, asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { counted, DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { sourcePath } from "#text/project-path.ts";
import { outsideTests } from "./outside-tests.ts";
import { testRecord } from "./jest-test.ts";

export const jestOutline: Outline = {
  members: {
    startTime: "startTime",
    success: "success",
    numTotalTests: "numTotalTests",
    numFailedTests: "numFailedTests",
    numRuntimeErrorTestSuites: "numRuntimeErrorTestSuites",
    wasInterrupted: "wasInterrupted",
    testResults: { elements: "file" },
  },
};

/** Converts the parts of a report to events. */
export class JestReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #facts = new Map<string, unknown>();
  #framework: string | undefined;
  #endedAt = 0;
  /** Number of files that failed outside their tests, and of entries without a title for such files. */
  #fileErrors = 0;
  #nameless = 0;
  #aggregated = false;

  constructor(writer: ReportWriter) {
    this.#writer = writer;
  }

  part(name: string, value: unknown, line: number): void {
    if (name !== "file") {
      this.#facts.set(name, value);
      return;
    }
    this.#tellFramework();
    const file = asObject(value);
    if (file !== undefined) this.#file(file, line);
  }

  end(complete: boolean): void {
    this.#tellFramework();
    const startedAt = asNumber(this.#facts.get("startTime"));
    const durationMs = startedAt === undefined || this.#endedAt === 0 ? undefined : this.#endedAt - startedAt;
    this.#writer.run.learn({ startedAt, durationMs });
    if (complete) this.#verdict();
  }

  /** Vitest's fields are a subset of Jest's, so missing fields identify Vitest. */
  #tellFramework(): void {
    const framework = this.#facts.has("numRuntimeErrorTestSuites") || this.#aggregated ? "jest" : "vitest";
    if (framework === this.#framework) return;
    this.#framework = framework;
    this.#writer.run.learn({ framework });
  }

  #file(file: JsonObject, line: number): void {
    const path = asString(file["name"]) ?? asString(file["testFilePath"]);
    if (file["testFilePath"] !== undefined) this.#aggregated = true;
    const tests = objectsOf(file["assertionResults"] ?? file["testResults"]);
    const variant = asString(asObject(file["displayName"])?.["name"]);
    const ended = asNumber(file["endTime"]) ?? asNumber(asObject(file["perfStats"])?.["end"]) ?? 0;
    this.#endedAt = Math.max(this.#endedAt, ended);
    const nameless = this.#nameless;
    let failures = 0;
    for (const test of tests) {
      const record = testRecord(test, { path, variant, message: messageOf(file) });
      if (record.status === "failed" || record.status === "error") failures++;
      if (record.status === "error") this.#nameless++;
      this.#writer.test(record, line);
    }
    this.#printed(file["console"]);
    // Before version 1, Vitest reports a file that could not be loaded as passed, with a message.
    const unloaded = tests.length === 0 && messageOf(file) !== "";
    if (failures === 0 && (failed(file) || unloaded)) this.#fileError(path, messageOf(file), line);
    else if (failures > 0 && this.#nameless === nameless) {
      const outside = outsideTests(messageOf(file));
      if (outside !== undefined) this.#fileError(path, outside, line);
    }
  }

  /** Adds the output of a file. Only the aggregated result contains it, and it does not refer to tests. */
  #printed(console: unknown): void {
    for (const { type, message } of objectsOf(console)) {
      const stream = type === "error" || type === "warn" || type === "assert" ? "stderr" : "stdout";
      this.#writer.output(stream, `${asString(message) ?? ""}\n`);
    }
  }

  /** Reports a file that could not be loaded or in which a hook after the tests failed. */
  #fileError(path: string | undefined, message: string, line: number): void {
    this.#fileErrors++;
    const where = path === undefined ? "A test file" : sourcePath(path);
    this.#writer.problem(
      "error",
      `${where} failed outside its tests: ${message === "" ? "no reason given" : message}`,
      line,
    );
  }

  #verdict(): void {
    const facts = this.#facts;
    const { counts } = this.#writer;
    const crashed = asNumber(facts.get("numRuntimeErrorTestSuites")) ?? 0;
    const red = counts.failed + this.#fileErrors > 0;
    if (facts.get("wasInterrupted") === true)
      this.#writer.problem("error", "The run was interrupted: tests that had not run yet are missing");
    else if (crashed > this.#fileErrors + counts.errors)
      this.#writer.problem(
        "error",
        `${counted(crashed, "test file")} failed to run; the report does not list all of them`,
      );
    else if (!red && facts.get("success") === false && !this.#aggregated)
      this.#writer.problem("error", "The run failed, but no listed test failed");
    const totals = new DeclaredTotals();
    totals.declare(
      asNumber(facts.get("numTotalTests")),
      counts.errors > 0 ? undefined : asNumber(facts.get("numFailedTests")),
    );
    totals.compare(this.#writer, counts.tests - this.#nameless);
  }
}

function failed(file: JsonObject): boolean {
  const crashed = file["testExecError"] !== undefined && file["testExecError"] !== null;
  return file["status"] === "failed" || crashed || (file["status"] === undefined && messageOf(file) !== "");
}

function messageOf(file: JsonObject): string {
  return (asString(file["message"]) ?? asString(file["failureMessage"]) ?? "").trim();
}
