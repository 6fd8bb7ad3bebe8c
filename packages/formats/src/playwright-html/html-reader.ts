import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { asNumber, asObject, asString, type JsonObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { outsideError } from "#playwright-json/errors.ts";
import { runFacts, statsFacts } from "#playwright-json/run-facts.ts";
import { RunVerdict } from "#playwright-json/run-verdict.ts";
import { SpecWriter } from "#playwright-json/spec-writer.ts";
import { ProblemLog } from "#problem-log.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { printedError } from "./printed-error.ts";
import { specOf } from "./spec.ts";

export const htmlOutline: Outline = {
  members: {
    fileName: "fileName",
    tests: { elements: "test" },
    metadata: "metadata",
    startTime: "startTime",
    duration: "duration",
    stats: "stats",
    errors: { elements: "error" },
    files: { name: "files", elements: { name: "file" } },
  },
};

/** Converts the files of a report to events: its test files in any order, and `report.json`. */
export class HtmlReader {
  readonly #specs = new SpecWriter();
  readonly #verdict = new RunVerdict();
  readonly #problems = new ProblemLog();
  #events: ResultEvent[] = [];
  #listedFiles = 0;
  #testFiles = 0;
  #hasSummary = false;

  /** Returns the reader of the next file. */
  of(writer: ReportWriter): JsonParts {
    this.#specs.countsAssertions = false;
    writer.run.learn({ framework: "playwright" });
    let file: string | undefined;
    return {
      part: (name, value, line) => {
        const part = asObject(value);
        if (name === "fileName") {
          file = asString(value);
          this.#testFiles++;
        } else if (name === "test" && part !== undefined) this.#test(part, file);
        else if (name === "error") this.#outside(value, line);
        else if (name === "metadata" && part !== undefined) this.#events.push(runFacts({ metadata: part }));
        else if (name === "startTime") this.#events.push(statsFacts({ startTime: asTime(value) }));
        else if (name === "duration") this.#events.push(statsFacts({ duration: value }));
        else if (name === "stats" && part !== undefined) this.#verdict.declareFailures(asNumber(part["unexpected"]));
      },
      entered: (name) => {
        if (name === "files") this.#hasSummary = true;
        else this.#listedFiles++;
      },
    };
  }

  take(): ResultEvent[] {
    const events = [...this.#events, ...this.#problems.take()];
    this.#events = [];
    return events;
  }

  end(): ResultEvent[] {
    const missing = this.#listedFiles - this.#testFiles;
    if (this.#hasSummary && missing > 0)
      this.#problems.add("incomplete", `The report lists ${missing} test files whose results it does not contain`);
    if (!this.#hasSummary)
      this.#problems.add("incomplete", "The report.json of the report is missing, so its errors and times are unknown");
    if (this.#verdict.reason !== undefined) this.#problems.add("error", this.#verdict.reason);
    return [...this.take(), ...this.#problems.takeRest()];
  }

  #test(test: JsonObject, file: string | undefined): void {
    const { spec, suites } = specOf(test, file);
    const { events, repairs } = this.#specs.write(spec, suites);
    for (const event of events) {
      this.#verdict.note(event);
      this.#events.push(event);
    }
    for (const repair of repairs) this.#problems.addOnce("warning", repair);
  }

  #outside(error: unknown, line: number): void {
    const text = asString(error) ?? asString(asObject(error)?.["message"]);
    if (text === undefined) return;
    this.#verdict.noteError();
    this.#problems.add("error", outsideError(printedError(stripAnsi(text))), { line });
  }
}

/** Returns a time in milliseconds as an ISO timestamp, as in Playwright's JSON report. */
function asTime(value: unknown): string | undefined {
  const time = asNumber(value);
  return time === undefined || Math.abs(time) > 8.64e15 ? asString(value) : new Date(time).toISOString();
}
