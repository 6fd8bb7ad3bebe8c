import { asNumber, asObject, asString, asText, type JsonObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { addFact } from "#text/shown-facts.ts";
import { lastErrorLine, testRecord } from "./pytest-test.ts";

export const pytestOutline: Outline = {
  members: {
    created: "created",
    duration: "duration",
    exitcode: "exitcode",
    root: "root",
    summary: "summary",
    environment: "environment",
    collectors: { elements: "collector" },
    tests: { elements: "test" },
    warnings: { elements: "warning" },
  },
};

/** Meaning of pytest's exit codes other than "a test failed". */
const exits: Readonly<Record<number, string>> = {
  1: "The run failed, but no listed test failed",
  2: "The run was interrupted: tests that had not run yet are missing",
  3: "pytest stopped because of an internal error or a plugin",
  4: "pytest was called with wrong arguments and ran no tests",
  5: "pytest found no tests",
};

/** Converts the parts of a report to events. */
export class PytestReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #facts = new Map<string, unknown>();
  #collectionErrors = 0;

  constructor(writer: ReportWriter) {
    this.#writer = writer;
    writer.run.learn({ framework: "pytest" });
  }

  part(name: string, value: unknown, line: number): void {
    const part = asObject(value);
    if (part === undefined) this.#facts.set(name, value);
    else if (name === "test") this.#writer.test(testRecord(part, asString(this.#facts.get("root")) ?? ""), line);
    else if (name === "collector") this.#collector(part, line);
    else if (name === "warning") this.#warning(part);
    else if (name === "environment") this.#environment(part);
    else this.#facts.set(name, part);
  }

  end(complete: boolean): void {
    const created = asNumber(this.#facts.get("created"));
    const duration = asNumber(this.#facts.get("duration"));
    const durationMs = duration === undefined ? undefined : duration * 1000;
    // `created` is the end of the run.
    const startedAt = created === undefined ? undefined : Math.round(created * 1000 - (durationMs ?? 0));
    this.#writer.run.learn({ startedAt, durationMs });
    if (complete) this.#verdict();
  }

  #collector(collector: JsonObject, line: number): void {
    if (collector["outcome"] !== "failed") return;
    this.#collectionErrors++;
    const where = asString(collector["nodeid"]) ?? "";
    const why = asString(collector["longrepr"]) ?? "no reason given";
    const reason = `${where === "" ? "The tests" : where} could not be collected: ${lastErrorLine(why)}\n${why}`;
    this.#writer.problem("error", reason, line);
  }

  #warning(warning: JsonObject): void {
    const location = asText(warning["filename"]) ?? asText(warning["path"]) ?? "";
    const line = asText(warning["lineno"]) ?? "";
    this.#writer.output("stderr", `${location}:${line}: ${asText(warning["message"]) ?? ""}\n`);
  }

  #environment(environment: JsonObject): void {
    const metadata: Record<string, string> = {};
    for (const [name, value] of Object.entries(environment)) addFact(metadata, name, asText(value) ?? "");
    const packages = asObject(environment["Packages"]);
    this.#writer.run.learn({ frameworkVersion: asText(packages?.["pytest"]), metadata });
  }

  #verdict(): void {
    const { counts } = this.#writer;
    const exit = asNumber(this.#facts.get("exitcode")) ?? 0;
    const red = counts.failed + this.#collectionErrors > 0;
    const summary = asObject(this.#facts.get("summary"));
    const failed = (asNumber(summary?.["failed"]) ?? 0) + (asNumber(summary?.["error"]) ?? 0);
    const totals = new DeclaredTotals();
    totals.declare(asNumber(summary?.["total"]), this.#collectionErrors > 0 ? undefined : failed);
    totals.compare(this.#writer);
    const hasUnlistedFailures = failed > 0 && !red;
    if (exit === 0 || hasUnlistedFailures || (red && (exit === 1 || exit === 2))) return;
    this.#writer.problem("error", exits[exit] ?? `pytest ended with the exit code ${exit}`);
  }
}
