import { asNumber, asObject, asString, asText, type JsonObject } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { type OpenSuite, SuiteStack } from "#json/suite-stack.ts";
import { isHookTitle, looksLikeCypress } from "#mocha-error/mocha-error.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { addFact } from "#text/shown-facts.ts";
import { errorOf, failed, testRecord } from "./mochawesome-test.ts";

const tests: Outline = { elements: "test" };
const suite: { name: string; members: Record<string, string | Outline> } = {
  name: "suite",
  members: {
    title: "title",
    file: "file",
    fullFile: "fullFile",
    tests,
    beforeHooks: tests,
    afterHooks: tests,
    suites: { elements: "" },
  },
};
suite.members["suites"] = { elements: suite };

export const mochawesomeOutline: Outline = {
  members: { stats: "stats", meta: "meta", results: { elements: suite }, suites: suite },
};

/** Converts the parts of a report to events. */
export class MochawesomeReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #suites = new SuiteStack<JsonObject>((test, suites) => this.#test(test, suites));
  readonly #totals = new DeclaredTotals();
  #framework: string | undefined;
  #fullFile = "";

  constructor(writer: ReportWriter) {
    this.#writer = writer;
  }

  entered(): void {
    this.#suites.open();
  }

  left(): void {
    this.#suites.close();
  }

  part(name: string, value: unknown): void {
    const object = asObject(value);
    if (name === "title") this.#suites.title(asString(value) ?? "");
    else if (name === "fullFile") this.#suites.file((this.#fullFile = asString(value) ?? ""));
    else if (name === "file") this.#suites.file(this.#relative(asString(value) ?? ""));
    else if (object === undefined) return;
    else if (name === "test") this.#suites.add(object);
    else if (name === "stats") this.#stats(object);
    else this.#meta(object);
  }

  end(complete: boolean): void {
    if (complete) this.#totals.compare(this.#writer);
  }

  /** Derives the relative path: the part of the full path after the working directory and the slash. */
  #relative(file: string): string {
    return this.#fullFile.length > file.length && this.#fullFile.endsWith(file) ? file.replace(/^[\\/]/, "") : file;
  }

  #test(test: JsonObject, suites: readonly OpenSuite[]): void {
    this.#tellFramework(test, suites);
    if (isHook(test)) this.#hook(test, suites);
    else this.#writer.test(testRecord(test, suites));
  }

  /** Reports a failed hook, which is not a test but fails the run. */
  #hook(hook: JsonObject, suites: readonly OpenSuite[]): void {
    if (!failed(hook)) return;
    const where = suites.map(({ title }) => title ?? "").filter((title) => title !== "");
    const { message } = errorOf(hook);
    const title = asString(hook["title"]) ?? "A hook";
    this.#writer.problem("error", `${[...where, title].join(" › ")}: ${asString(message) ?? "failed"}`);
  }

  /** Cypress and Mocha can only be distinguished by files and stacks. */
  #tellFramework(test: JsonObject, suites: readonly OpenSuite[]): void {
    const file = suites.findLast(({ file }) => file !== undefined)?.file;
    const framework = looksLikeCypress(file, errorOf(test)) ? "cypress" : (this.#framework ?? "mocha");
    if (framework === this.#framework) return;
    this.#framework = framework;
    this.#writer.run.learn({ framework });
  }

  #stats(stats: JsonObject): void {
    this.#writer.run.learn({ startedAt: stats["start"], durationMs: stats["duration"] });
    this.#totals.declare(asNumber(stats["testsRegistered"]), asNumber(stats["failures"]));
  }

  #meta(meta: JsonObject): void {
    const metadata: Record<string, string> = {};
    for (const tool of ["mocha", "mochawesome"])
      addFact(metadata, tool, asText(asObject(meta[tool])?.["version"]) ?? "");
    this.#writer.run.learn({
      ...(this.#framework === "cypress" ? {} : { framework: "mocha", frameworkVersion: metadata["mocha"] }),
      metadata,
    });
  }
}

function isHook(test: JsonObject): boolean {
  return test["isHook"] === true || isHookTitle(test["title"]);
}
