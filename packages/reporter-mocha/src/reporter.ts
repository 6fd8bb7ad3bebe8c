import { relative, resolve } from "node:path";
import type { AttemptRecord } from "@plumb/formats/results/test-record.ts";
import { tagsIn } from "@plumb/formats/text/tags-in-titles.ts";
import { type ComingTest, RecordedRun } from "@plumb/reporter-core/recorded-run.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { errorOf, type MochaOptions, type MochaRunner, type MochaTest, suitesOf, testsOf } from "./mocha-parts.ts";
import { reporterOfMocha, versionOfMocha } from "./mocha-here.ts";

/** What our reporter may be told beside what all are told. */
interface Told extends ReporterOptions {
  /** The reporter that prints for people, one of Mocha's own; else `spec`. */
  readonly print?: string;
}

/** Tells Plumb of a run of Mocha while it happens. */
export class PlumbReporter {
  readonly #run: RecordedRun;
  /** Tests that run, by where they stand: each attempt is another object, and in parallel mode each event has its own. */
  readonly #open = new Map<string, OpenTest>();
  readonly #idOf = new WeakMap<MochaTest, string>();
  #ids = 0;
  #startedAt = Date.now();
  #finished: Promise<void> | null = null;
  readonly #printing: Printing | null;

  constructor(runner: MochaRunner, options: MochaOptions = {}) {
    const told = (options.reporterOptions ?? options.reporterOption ?? {}) as Told;
    this.#run = new RecordedRun(told);
    // Mocha has one reporter: what people read on their terminal comes through ours.
    this.#printing = printingReporter(told.print ?? "spec", runner, options);
    // In parallel mode tests come without their suites unless somebody asks for these.
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

  /** Mocha waits for `fn` before it ends the process. */
  done(failures: number, fn?: (failures: number) => void): void {
    const ended = () => (this.#printing?.done === undefined ? fn?.(failures) : this.#printing.done(failures, fn));
    void (this.#finished ?? Promise.resolve()).then(ended);
  }

  #start(runner: MochaRunner): void {
    this.#run.begin({ framework: "mocha", frameworkVersion: versionOfMocha() });
    this.#run.event({ kind: "run", framework: "mocha", startedAt: Date.now() });
    for (const test of testsOf(runner.suite)) this.#run.coming(this.#id(test), told(test), "announced");
  }

  #begin(test: MochaTest): void {
    this.#startedAt = Date.now();
    this.#run.coming(this.#opened(test).id, told(test), "running");
  }

  #failedBefore(test: MochaTest, error: unknown): void {
    this.#opened(test).attempts.push(this.#attempt(test, "failed", error));
  }

  #failed(test: MochaTest, error: unknown): void {
    if (test.type !== "hook") return this.#end(test, "failed", error);
    const where = [...suitesOf(test).map(({ title }) => title), test.title].filter((title) => title !== "");
    const { message } = errorOf(error);
    return this.#run.problem(`${where.join(" › ")}: ${typeof message === "string" ? message : "failed"}`);
  }

  #end(test: MochaTest, status: "passed" | "failed" | "skipped", error?: unknown): void {
    const { id, attempts } = this.#opened(test);
    this.#open.delete(placeOf(test));
    this.#run.decided(id, { ...told(test), status, attempts: [...attempts, this.#attempt(test, status, error)] });
  }

  #attempt(test: MochaTest, status: AttemptRecord["status"], error: unknown): AttemptRecord {
    return {
      status,
      startedAt: status === "skipped" ? null : this.#startedAt,
      durationMs: status === "skipped" ? null : (test.duration ?? Date.now() - this.#startedAt),
      errors: status === "failed" ? [errorOf(error)] : [],
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

interface OpenTest {
  readonly id: string;
  /** Before the last one. */
  readonly attempts: AttemptRecord[];
}

function placeOf(test: MochaTest): string {
  const { file, titlePath } = told(test);
  return JSON.stringify([file, ...titlePath]);
}

interface Printing {
  done?(failures: number, fn?: (failures: number) => void): void;
}

function printingReporter(name: string, runner: MochaRunner, options: MochaOptions): Printing | null {
  const Printing = reporterOfMocha(name);
  return Printing === null ? null : new Printing(runner, options);
}

function told(test: MochaTest): ComingTest {
  const suites = suitesOf(test);
  const file = test.file ?? suites.findLast((suite) => suite.file !== undefined)?.file;
  const titlePath = [...suites.map(({ title = "" }) => title), test.title];
  return {
    file: file === undefined ? undefined : relative(process.cwd(), resolve(file)),
    titlePath,
    tags: tagsIn(titlePath),
  };
}
