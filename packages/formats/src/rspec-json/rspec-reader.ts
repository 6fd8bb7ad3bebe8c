import { otherStatus } from "#results/other-status.ts";
import { asNumber, asObject, asString, type JsonObject, stringsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { AttachmentRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";

export const rspecOutline: Outline = {
  members: {
    version: "version",
    seed: "seed",
    summary: "summary",
    messages: { elements: "message" },
    examples: { elements: "example" },
  },
};

/** Converts the parts of a report to events. */
export class RspecReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #facts = new Map<string, unknown>();
  #messages: string[] = [];

  constructor(writer: ReportWriter) {
    this.#writer = writer;
  }

  part(name: string, value: unknown, line: number): void {
    const part = asObject(value);
    if (name === "example" && part !== undefined) this.#writer.test(exampleRecord(part), line);
    else if (name === "message" && typeof value === "string") this.#message(value);
    else this.#facts.set(name, value);
  }

  end(complete: boolean): void {
    const summary = asObject(this.#facts.get("summary"));
    const seconds = asNumber(summary?.["duration"]);
    const seed = asNumber(this.#facts.get("seed"));
    this.#writer.run.learn({
      framework: "rspec",
      frameworkVersion: asString(this.#facts.get("version")),
      durationMs: seconds === undefined ? undefined : seconds * 1000,
      metadata: seed === undefined ? {} : { seed: String(seed) },
    });
    if (complete) this.#verdict(summary);
  }

  /** Handles RSpec's messages outside the examples, including errors. */
  #message(message: string): void {
    this.#writer.output("stdout", message.endsWith("\n") ? message : `${message}\n`);
    if (this.#messages.length < 5 && /^\s*An error occurred|error occurred outside of examples/.test(message))
      this.#messages.push(message);
  }

  #verdict(summary: JsonObject | undefined): void {
    const outside = asNumber(summary?.["errors_outside_of_examples_count"]) ?? 0;
    if (outside > 0) {
      const text = this.#messages.map((message) => message.trim()).join("\n");
      const why = text === "" ? "the report does not say which" : text;
      this.#writer.problem("error", `${outside} errors occurred outside of the examples: ${why}`);
    }
    const totals = new DeclaredTotals();
    totals.declare(asNumber(summary?.["example_count"]), asNumber(summary?.["failure_count"]));
    totals.compare(this.#writer);
  }
}

function exampleRecord(example: JsonObject): TestRecord {
  const status = verdictOf(example["status"]);
  const seconds = asNumber(example["run_time"]);
  return {
    file: asString(example["file_path"]),
    titlePath: titlesOf(example),
    status,
    line: example["line_number"],
    skipReason: asString(example["pending_message"]),
    attempts: [
      {
        status,
        durationMs: seconds === undefined ? null : seconds * 1000,
        errors: status === "failed" ? errorsOf(example) : [],
        attachments: screenshotsOf(example["screenshot"]),
      },
    ],
  };
}

/** Returns the files of capybara-screenshot: the page as image and as HTML. */
function screenshotsOf(screenshot: unknown): AttachmentRecord[] {
  const reported = asObject(screenshot);
  return ["image", "html"].flatMap((kind) => {
    const path = asString(reported?.[kind]);
    return path === undefined ? [] : [{ path }];
  });
}

function verdictOf(status: unknown): Verdict {
  return status === "passed" || status === "failed" ? status : otherStatus(asString(status) ?? "");
}

/** Returns the titles. The names of groups are joined into one text. An example without a description is named after its last expectation. */
function titlesOf(example: JsonObject): string[] {
  const full = asString(example["full_description"]) ?? "";
  const own = asString(example["description"]) ?? "";
  const groups = own !== "" && full.endsWith(own) ? full.slice(0, -own.length).trim() : "";
  return [groups, own === "" ? full : own];
}

function errorsOf(example: JsonObject): ErrorRecord[] {
  const exception = asObject(example["exception"]);
  if (exception === undefined) return [];
  const backtrace = stringsOf(exception["backtrace"]);
  const location = backtrace.map((entry) => /^(\.\/[^:]+):(\d+)/.exec(entry)).find((found) => found !== null);
  const message = asString(exception["message"]);
  return [
    {
      message: message?.trim(),
      type: exception["class"],
      stack:
        backtrace.length === 0 ? undefined : [message?.trim() ?? "", ...backtrace.map((at) => `    ${at}`)].join("\n"),
      file: location?.[1],
      line: location === undefined ? undefined : Number(location?.[2]),
    },
  ];
}
