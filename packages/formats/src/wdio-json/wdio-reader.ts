import { asNumber, asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { JsonParts, Outline } from "#json/json-report.ts";
import { mochaError } from "#mocha-error/mocha-error.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import { durationBetween } from "#text/loose-timestamp.ts";
import type { Device } from "./device.ts";
import { hooksAround } from "./hooks.ts";
import { executionsOf, testRecord } from "./wdio-test.ts";

export const wdioOutline: Outline = {
  members: { start: "start", end: "end", framework: "framework", state: "state", suites: { elements: "suite" } },
};

/** Data from the first pass that applies to every test. */
interface SuiteContext {
  readonly file: string | undefined;
  readonly device: Device;
}

/** Converts the parts of a report to events. */
export class WdioReader implements JsonParts {
  readonly #writer: ReportWriter;
  readonly #around: SuiteContext;
  readonly #facts = new Map<string, unknown>();
  #failedHooks = 0;
  #entries = 0;

  constructor(writer: ReportWriter, context: SuiteContext) {
    this.#writer = writer;
    this.#around = context;
    writer.run.learn({ framework: "webdriverio", metadata: context.device.facts });
  }

  part(name: string, value: unknown, line: number): void {
    const suite = asObject(value);
    if (name !== "suite") this.#facts.set(name, value);
    else if (suite !== undefined) this.#suite(suite, line);
  }

  end(complete: boolean): void {
    const start = this.#facts.get("start");
    this.#writer.run.learn({ startedAt: start, durationMs: durationBetween(start, this.#facts.get("end")) });
    if (complete) this.#compare();
  }

  #suite(suite: JsonObject, line: number): void {
    const name = asString(suite["name"]) ?? "";
    const hooks = objectsOf(suite["hooks"]);
    for (const hook of hooks) this.#hook(hook, name, line);
    const tests = objectsOf(suite["tests"]);
    const context = { suite: name, hooks: hooksAround(tests, hooks), ...this.#around };
    this.#entries += tests.length;
    for (const executions of executionsOf(tests)) this.#writer.test(testRecord(executions, context), line);
  }

  #hook(hook: JsonObject, suite: string, line: number): void {
    if (hook["state"] !== "failed") return;
    this.#failedHooks++;
    const message = asString(mochaError(hook["error"])?.message) ?? "failed";
    this.#writer.problem("error", `${suite} › ${asString(hook["title"]) ?? "A hook"}: ${message}`, line);
  }

  /** Compares the declared counts, which are per execution and include failed hooks as failures. */
  #compare(): void {
    const state = asObject(this.#facts.get("state"));
    const failed = asNumber(state?.["failed"]) ?? 0;
    if (failed === 0 || this.#failedHooks > 0 || this.#entries !== this.#writer.counts.tests) return;
    const totals = new DeclaredTotals();
    totals.declare(undefined, failed);
    totals.compare(this.#writer);
  }
}
