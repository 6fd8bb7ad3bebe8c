import { relative, resolve } from "node:path";
import type { AttemptRecord } from "@plumb/formats/results/test-record.ts";
import { tagsIn } from "@plumb/formats/text/tags-in-titles.ts";
import { type PlannedTest, TestRecordReporter } from "@plumb/reporter-core/test-record-reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { errorOf, type MochaOptions, type MochaRunner, type MochaTest, suitesOf, testsOf } from "./mocha-api.ts";
import { isSelected, partialReason } from "./test-selection.ts";
import { mochaReporter, mochaVersion } from "./installed-mocha.ts";

/** Common options and those of this reporter. */
interface InputOptions extends ReporterOptions {
  /** Mocha reporter that prints to the terminal. Default: `spec`. */
  readonly print?: string;
}

/** Reports a run of Mocha live. */
export class PlumbReporter {
  readonly #run: TestRecordReporter;
  /** Running tests by file and title, because each attempt is a different object, and in parallel mode each event has its own. */
  readonly #open = new Map<string, OpenTest>();
  readonly #idOf = new WeakMap<MochaTest, string>();
  #ids = 0;
  readonly #options: MochaOptions;
  /** Ids of tests whose outcome is final. */
  readonly #finishedIds = new Set<string>();
  #running: MochaTest | null = null;
  #startedAt = Date.now();
  #finished: Promise<void> | null = null;
  readonly #terminalReporter: TerminalReporter | null;

  constructor(runner: MochaRunner, options: MochaOptions = {}) {
    this.#options = options;
    const reporterOptions = (options.reporterOptions ?? options.reporterOption ?? {}) as InputOptions;
    this.#run = new TestRecordReporter(reporterOptions);
    // Mocha supports one reporter, so this reporter calls the one that prints to the terminal.
    this.#terminalReporter = createTerminalReporter(reporterOptions.print ?? "spec", runner, options);
    // In parallel mode, tests only have suites if this is requested.
    runner.linkPartialObjects?.(true);
    const on = (event: string, listener: (test: MochaTest, error: unknown) => void) =>
      runner.on(event, (test: MochaTest, error: unknown) => this.#run.safely(() => listener(test, error)));
    on("start", () => this.#start(runner));
    on("test", (test) => this.#begin(test));
    on("retry", (test, error) => this.#attemptFailed(test, error));
    on("pass", (test) => this.#end(test, "passed"));
    on("fail", (test, error) => this.#failed(test, error));
    on("pending", (test) => this.#end(test, "skipped"));
    on("end", () => void (this.#finished = this.#run.finish()));
  }

  /** Mocha exits the process after `fn` is called. */
  done(failures: number, fn?: (failures: number) => void): void {
    const ended = () =>
      this.#terminalReporter?.done === undefined ? fn?.(failures) : this.#terminalReporter.done(failures, fn);
    void (this.#finished ?? Promise.resolve()).then(ended);
  }

  #start(runner: MochaRunner): void {
    const partial = partialReason(this.#options, runner.suite);
    this.#run.begin({ framework: "mocha", frameworkVersion: mochaVersion(), partial });
    this.#run.event({ kind: "run", framework: "mocha", startedAt: Date.now() });
    for (const test of testsOf(runner.suite))
      if (isSelected(test, this.#options)) this.#run.reportTest(this.#id(test), comingTest(test), "announced");
  }

  #begin(test: MochaTest): void {
    this.#startedAt = Date.now();
    this.#running = test;
    this.#run.reportTest(this.#openTest(test).id, comingTest(test), "running");
  }

  #attemptFailed(test: MochaTest, error: unknown): void {
    this.#openTest(test).attempts.push(this.#attempt(test, "failed", error));
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
    this.#run.reportProblem(`${where.join(" › ")}: ${text}`);
    if (this.#options.failHookAffectedTests === true) return;
    const [kind] = /^"(?:before|after) (?:each|all)" hook/.exec(hook.title) ?? ["A hook"];
    const skipReason = `${kind} failed: ${text.split("\n", 1)[0]}`;
    if (this.#running !== null) this.#end(this.#running, "error", { error, skipReason });
    for (const test of hook.parent === undefined || hook.parent === null ? [] : testsOf(hook.parent))
      if (!this.#finishedIds.has(this.#id(test)) && isSelected(test, this.#options))
        this.#end(test, "skipped", test.pending === true ? {} : { skipReason });
  }

  #end(test: MochaTest, status: AttemptRecord["status"], { error, skipReason }: TestEnd = {}): void {
    const { id, attempts } = this.#openTest(test);
    this.#open.delete(testKey(test));
    this.#finishedIds.add(id);
    this.#running = null;
    const attempt = this.#attempt(test, status, error);
    this.#run.reportResult(id, { ...comingTest(test), status, skipReason, attempts: [...attempts, attempt] });
  }

  #attempt(test: MochaTest, status: AttemptRecord["status"], error: unknown): AttemptRecord {
    return {
      status,
      startedAt: status === "skipped" ? null : this.#startedAt,
      durationMs: status === "skipped" ? null : (test.duration ?? Date.now() - this.#startedAt),
      errors: status === "failed" || status === "error" ? [errorOf(error)] : [],
    };
  }

  #openTest(test: MochaTest): OpenTest {
    const key = testKey(test);
    const open = this.#open.get(key) ?? { id: this.#id(test), attempts: [] };
    this.#open.set(key, open);
    return open;
  }

  #id(test: MochaTest): string {
    const known = this.#idOf.get(test) ?? String(++this.#ids);
    this.#idOf.set(test, known);
    return known;
  }
}

interface TestEnd {
  readonly error?: unknown;
  readonly skipReason?: string;
}

interface OpenTest {
  readonly id: string;
  /** Attempts before the current one. */
  readonly attempts: AttemptRecord[];
}

function testKey(test: MochaTest): string {
  const { file, titlePath } = comingTest(test);
  return JSON.stringify([file, ...titlePath]);
}

interface TerminalReporter {
  done?(failures: number, fn?: (failures: number) => void): void;
}

function createTerminalReporter(name: string, runner: MochaRunner, options: MochaOptions): TerminalReporter | null {
  const Reporter = mochaReporter(name);
  return Reporter === null ? null : new Reporter(runner, options);
}

function comingTest(test: MochaTest): PlannedTest {
  const suites = suitesOf(test);
  const file = test.file ?? suites.findLast((suite) => suite.file !== undefined)?.file;
  const titlePath = [...suites.map(({ title = "" }) => title), test.title];
  return {
    file: file === undefined ? undefined : relative(process.cwd(), resolve(file)),
    titlePath,
    tags: tagsIn(titlePath),
  };
}
