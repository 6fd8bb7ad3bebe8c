import { EventEmitter } from "node:events";
import { asObject, type JsonObject } from "@plumb/formats/json/json-value.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { CommandSteps } from "./command-steps.ts";
import { PrintedOutput } from "./printed-output.ts";
import { TestEvents } from "./test-events.ts";
import { WorkerRun } from "./worker-run.ts";

/** Reports the spec files of a WebdriverIO worker live. It does not extend WDIOReporter, which would add a dependency on a specific version. */
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
    const handlers: Readonly<Record<string, (event: JsonObject) => void>> = {
      "runner:start": (event) => run.start(event),
      "runner:end": (event) => {
        output.stop();
        tests.flush();
        run.end(event, output.lastError);
        this.#synchronised = false;
        void run.finish().finally(() => (this.#synchronised = true));
      },
      ...tests.handlers,
      ...commands.handlers,
    };
    for (const [name, handler] of Object.entries(handlers))
      this.on(name, (event: unknown) => this.#run.safely(() => handler(asObject(event) ?? {})));
  }

  /** WebdriverIO polls this before it ends the worker, for at most `reporterSyncTimeout`. */
  get isSynchronised(): boolean {
    return this.#synchronised;
  }
}
