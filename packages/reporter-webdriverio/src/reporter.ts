import { EventEmitter } from "node:events";
import { asObject, type JsonObject } from "@plumb/formats/json/json-value.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { CommandSteps } from "./command-steps.ts";
import { PrintedOutput } from "./printed-output.ts";
import { TestEvents } from "./test-events.ts";
import { WorkerRun } from "./worker-run.ts";

/**
 * Sends the spec files of a WebdriverIO worker while they run. Not based on WDIOReporter, which would add a version
 * dependency for a tree of events.
 */
export class PlumbReporter extends EventEmitter {
  readonly #run: WorkerRun;
  #synchronised = true;

  constructor(options: ReporterOptions = {}) {
    super();
    const run = new WorkerRun(options);
    const tests = new TestEvents(run);
    const commands = new CommandSteps(run, tests);
    const output = new PrintedOutput((stream, text) => run.safely(() => tests.print(stream, text)));
    this.#run = run;
    const handlers: Readonly<Record<string, (said: JsonObject) => void>> = {
      "runner:start": (said) => run.start(said),
      "runner:end": (said) => {
        output.stop();
        tests.flush();
        run.end(said, output.lastError);
        this.#synchronised = false;
        void run.finish().finally(() => (this.#synchronised = true));
      },
      ...tests.handlers,
      ...commands.handlers,
    };
    for (const [name, handler] of Object.entries(handlers))
      this.on(name, (said: unknown) => this.#run.safely(() => handler(asObject(said) ?? {})));
  }

  /** WebdriverIO asks until it is true, for `reporterSyncTimeout` at most, before it ends the worker. */
  get isSynchronised(): boolean {
    return this.#synchronised;
  }
}
