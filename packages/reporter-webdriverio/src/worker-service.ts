import { asObject } from "@plumb/formats/json/json-value.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { PlumbReporter } from "./reporter.ts";

/** The service in a worker: it adds the reporter, so that the service alone is to be named. */
export class PlumbService {
  readonly #options: ReporterOptions;

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
  }

  /** Before the worker makes its reporters of this configuration. */
  beforeSession(config: unknown): void {
    const reporters = asObject(config)?.["reporters"];
    if (Array.isArray(reporters) && ownReporter(reporters) === undefined)
      reporters.push([PlumbReporter, this.#options]);
  }
}

/** The options of our reporter if a list of reporters names it; undefined if not. */
export function ownReporter(reporters: unknown): ReporterOptions | undefined {
  for (const entry of Array.isArray(reporters) ? (reporters as unknown[]) : []) {
    const [name, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
    const text = typeof name === "function" ? name.name : name;
    if (typeof text === "string" && /^PlumbReporter$|[\\/]reporter-webdriverio\b/.test(text))
      return asObject(options) ?? {};
  }
  return undefined;
}
