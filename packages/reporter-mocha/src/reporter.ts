import { relative, resolve } from "node:path";
import type { AttemptRecord } from "@plumb/formats/results/test-record.ts";
import { tagsIn } from "@plumb/formats/text/tags-in-titles.ts";
import { type ComingTest, RecordedRun } from "@plumb/reporter-core/recorded-run.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { errorOf, type MochaOptions, type MochaRunner, type MochaTest, suitesOf, testsOf } from "./mocha-parts.ts";
import { isWanted, narrowedBy } from "./narrowed.ts";
import { reporterOfMocha, versionOfMocha } from "./mocha-here.ts";

/** Common options and those of this reporter. */
interface GivenOptions extends ReporterOptions {
  /** Mocha reporter that prints to the terminal. Default: `spec`. */
  readonly print?: string;
}

/** Reports a run of Mocha live. */
export class PlumbReporter {
  readonly #run: RecordedRun;
  /** Running tests by file and title, because each attempt is a different object, and in parallel mode each event has its own. */
  readonly #open = new Map<string, OpenTest>();
  readonly #idOf = new WeakMap<MochaTest, string>();
  #ids = 0;
  readonly #options: MochaOptions;
  /** Ids of tests whose outcome is final. */
  readonly #decided = new Set<string>();
  #running: MochaTest | null = null;
  #startedAt = Date.now();
  #finished: Promise<void> | null = null;
  readonly #printing: Printing | null;

  constructor(runner: MochaRunner, options: MochaOptions = {}) {
    this.#options = options;
    const comingTest = (options.reporterOptions ?? options.reporterOption ?? {}) as GivenOptions;
    this.#run = new RecordedRun(comingTest);
    // Mocha supports one reporter, so this reporter calls the one that prints to the terminal.
    this.#printing = printingReporter(comingTest.print ?? "spec", runner, options);
    // In parallel mode, tests only have suites if this is requested.
    runner.linkPartialObjects?.(true);
    const on = (event: string, listener: (test: MochaTest, error: unknown) => void) =>
      runner.on(event, (test: MochaTest, error: unknown) => this.#run.safely(() => listener(test, error)));
    on("start", () => this.#start(runner));
    on("test", (test) => this.#begin(test));
    on("retry", (test, error) => this.#failedBefore(test, error));
    on("pass", (test) => this.#end(test, "passed"));
    on("fail", (test, error) => this.#failed(test, error));
    on("pending", (test) => this.#end(test, "skipped"));
    on("end", () => void (this.#finished = this.#run.finish()));
  }

  /** Mocha exits the process after `fn` is called. */
  done(failures: number, fn?: (failures: number) => void): void {
    const ended = () => (this.#printing?.done === undefined ? fn?.(failures) : this.#printing.done(failures, fn));
    void (this.#finished ?? Promise.resolve()).then(ended);
  }

  #start(runner: MochaRunner): void {
    const partial = narrowedBy(this.#options, runner.suite);
    this.#run.begin({ framework: "mocha", frameworkVersion: versionOfMocha(), partial });
    this.#run.event({ kind: "run", framework: "mocha", startedAt: Date.now() });
    for (const test of testsOf(runner.suite))
      if (isWanted(test, this.#options)) this.#run.coming(this.#id(test), comingTest(test), "announced");
  }

  #begin(test: MochaTest): void {
    this.#startedAt = Date.now();
    this.#running = test;
    this.#run.coming(this.#opened(test).id, comingTest(test), "running");
  }

  #failedBefore(test: MochaTest, error: unknown): void {
    this.#opened(test).attempts.push(this.#attempt(test, "failed", error));
  }

  #failed(test: MochaTest, error: unknown): void {
    if (test.type !== "hook") return this.#end(test, "failed", { error });
    return this.#hookFailed(test, error);
  }

  /** After a failed hook, its current test and the remaining tests of its suite are not run. */
  #hookFailed(hook: MochaTest, error: unknown): void {
    const where = [...suitesOf(hook).map(({ title }) => title), hook.title].filter((title) => title !== "");
    const { message } = errorOf(error);
    const text = typeof message === "string" ? message : "failed";
    this.#run.problem(`${where.join(" › ")}: ${text}`);
    if (this.#options.failHookAffectedTests === true) return;
    const [kind] = /^"(?:before|after) (?:each|all)" hook/.exec(hook.title) ?? ["A hook"];
    const skipReason = `${kind} failed: ${text.split("\n", 1)[0]}`;
    if (this.#running !== null) this.#end(this.#running, "error", { error, skipReason });
    for (const left of hook.parent === undefined || hook.parent === null ? [] : testsOf(hook.parent))
      if (!this.#decided.has(this.#id(left)) && isWanted(left, this.#options))
        this.#end(left, "skipped", left.pending === true ? {} : { skipReason });
  }

  #end(test: MochaTest, status: AttemptRecord["status"], { error, skipReason }: Ending = {}): void {
    const { id, attempts } = this.#opened(test);
    this.#open.delete(placeOf(test));
    this.#decided.add(id);
    this.#running = null;
    const attempt = this.#attempt(test, status, error);
    this.#run.decided(id, { ...comingTest(test), status, skipReason, attempts: [...attempts, attempt] });
  }

  #attempt(test: MochaTest, status: AttemptRecord["status"], error: unknown): AttemptRecord {
    return {
      status,
      startedAt: status === "skipped" ? null : this.#startedAt,
      durationMs: status === "skipped" ? null : (test.duration ?? Date.now() - this.#startedAt),
      errors: status === "failed" || status === "error" ? [errorOf(error)] : [],
    };
  }

  #opened(test: MochaTest): OpenTest {
    const place = placeOf(test);
    const open = this.#open.get(place) ?? { id: this.#id(test), attempts: [] };
    this.#open.set(place, open);
    return open;
  }

  #id(test: MochaTest): string {
    const known = this.#idOf.get(test) ?? String(++this.#ids);
    this.#idOf.set(test, known);
    return known;
  }
}

interface Ending {
  readonly error?: unknown;
  readonly skipReason?: string;
}

interface OpenTest {
  readonly id: string;
  /** Attempts before the current one. */
  readonly attempts: AttemptRecord[];
}

function placeOf(test: MochaTest): string {
  const { file, titlePath } = comingTest(test);
  return JSON.stringify([file, ...titlePath]);
}

interface Printing {
  done?(failures: number, fn?: (failures: number) => void): void;
}

function printingReporter(name: string, runner: MochaRunner, options: MochaOptions): Printing | null {
  const Printing = reporterOfMocha(name);
  return Printing === null ? null : new Printing(runner, options);
}

function comingTest(test: MochaTest): ComingTest {
  const suites = suitesOf(test);
  const file = test.file ?? suites.findLast((suite) => suite.file !== undefined)?.file;
  const titlePath = [...suites.map(({ title = "" }) => title), test.title];
  return {
    file: file === undefined ? undefined : relative(process.cwd(), resolve(file)),
    titlePath,
    tags: tagsIn(titlePath),
  };
}
