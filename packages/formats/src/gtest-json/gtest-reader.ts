import { asNumber, asObject, asString, asText, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { AnnotationRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { parseTime } from "#text/duration.ts";

export const gtestOutline: Outline = {
  members: {
    name: "name",
    tests: "tests",
    failures: "failures",
    timestamp: "timestamp",
    time: "time",
    testsuites: { elements: "suite" },
  },
};

/** Converts the parts of a report to events. */
export class GtestReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #facts = new Map<string, unknown>();
  #failedOutside = 0;

  constructor(writer: ReportWriter) {
    this.#writer = writer;
    writer.run.learn({ framework: "gtest" });
  }

  part(name: string, value: unknown, line: number): void {
    const suite = asObject(value);
    if (name !== "suite") this.#facts.set(name, value);
    else if (suite !== undefined) for (const test of objectsOf(suite["testsuite"])) this.#test(test, suite, line);
  }

  /** Handles failures in the setup or teardown of a suite, which are listed as a test without a name. */
  #test(test: JsonObject, suite: JsonObject, line: number): void {
    const failures = objectsOf(test["failures"]);
    if (test["name"] !== "" || failures.length === 0) return this.#writer.test(testRecord(test, suite), line);
    this.#failedOutside += 1;
    const name = asString(suite["name"]) ?? "";
    const where = name === "NonTestSuiteFailure" ? "The environment of the tests" : `The suite "${name.slice(0, 300)}"`;
    for (const failure of failures) {
      const message = asString(errorOf(failure).message) ?? "";
      this.#writer.problem("error", `${where} failed outside its tests: ${message}`, line);
    }
  }

  end(complete: boolean): void {
    const name = asString(this.#facts.get("name"));
    this.#writer.run.learn({
      suite: name === "AllTests" ? undefined : name,
      startedAt: this.#facts.get("timestamp"),
      durationMs: parseTime(asText(this.#facts.get("time"))),
    });
    if (!complete) return;
    const totals = new DeclaredTotals();
    // Some versions count failures outside the tests, others do not.
    const failures = this.#failedOutside > 0 ? undefined : asNumber(this.#facts.get("failures"));
    totals.declare(asNumber(this.#facts.get("tests")), failures);
    const { tests } = this.#writer.counts;
    totals.compare(this.#writer, tests, [tests + this.#failedOutside]);
  }
}

/** Fields that GoogleTest writes. All other fields were recorded by the author of the test. */
const own = new Set([
  "name",
  "file",
  "line",
  "status",
  "result",
  "timestamp",
  "time",
  "classname",
  "failures",
  "skipped",
  "type_param",
  "value_param",
]);

function testRecord(test: JsonObject, suite: JsonObject): TestRecord {
  const failures = objectsOf(test["failures"]);
  const status = verdictOf(test, failures);
  const parameters = [asText(test["type_param"]), asText(test["value_param"])].filter((text) => text !== undefined);
  const skipped = objectsOf(test["skipped"]).map((entry) => asString(entry["message"]) ?? "");
  const annotations = recordedIn(test);
  return {
    file: asString(test["file"]),
    titlePath: [asString(test["classname"]) ?? asString(suite["name"]) ?? "", asString(test["name"]) ?? ""],
    variant: parameters.join(", "),
    status,
    line: test["line"],
    author: annotations.find(({ type }) => /^(author|owner)$/i.test(type))?.description,
    annotations,
    skipReason: skipReason(test, skipped),
    attempts: [
      {
        status,
        startedAt: test["timestamp"],
        durationMs: status === "skipped" ? null : parseTime(asText(test["time"])),
        errors: status === "failed" ? failures.map(errorOf) : [],
      },
    ],
  };
}

function verdictOf({ status, result }: JsonObject, failures: readonly JsonObject[]): Verdict {
  if (failures.length > 0) return "failed";
  if (status === "NOTRUN" || result === "SKIPPED" || result === "SUPPRESSED") return "skipped";
  // After a crash, the report contains a test that began but did not complete.
  return result === "COMPLETED" || result === undefined ? "passed" : "error";
}

function skipReason({ status, result }: JsonObject, messages: readonly string[]): string | undefined {
  const message = messages.find((text) => text.trim() !== "");
  if (message !== undefined) return message.replace(/^[^\n]*:\d+\n/, "").trim();
  return result === "SUPPRESSED" ? "Disabled" : status === "NOTRUN" ? "Not run" : undefined;
}

/** Parses `file:line` and the message below it. */
function errorOf(failure: JsonObject): ErrorRecord {
  const text = asString(failure["failure"]) ?? asString(failure["message"]) ?? "";
  const location = /^([^\n]+):(\d+)\n/.exec(text.slice(0, 2000));
  return {
    message: location === null ? text : text.slice(location[0].length),
    stack: text,
    type: failure["type"],
    file: location?.[1],
    line: location === null ? undefined : Number(location[2]),
  };
}

function recordedIn(test: JsonObject): AnnotationRecord[] {
  return Object.entries(test).flatMap(([type, value]) => {
    const description = asText(value);
    return own.has(type) || description === undefined ? [] : [{ type, description }];
  });
}
