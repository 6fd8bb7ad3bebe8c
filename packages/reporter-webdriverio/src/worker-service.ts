import { asObject } from "@plumb/formats/json/json-value.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { PlumbReporter } from "./reporter.ts";

/** Service in a worker. It adds the reporter, so that users only have to configure the service. */
export class PlumbService {
  readonly #options: ReporterOptions;

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
  }

  /** Called before the worker creates its reporters from this configuration. */
  beforeSession(config: unknown): void {
    const reporters = asObject(config)?.["reporters"];
    if (Array.isArray(reporters) && ownReporter(reporters) === undefined)
      reporters.push([PlumbReporter, this.#options]);
  }
}

/** Returns the options of our reporter if the list contains it, otherwise undefined. */
export function ownReporter(reporters: unknown): ReporterOptions | undefined {
  for (const entry of Array.isArray(reporters) ? (reporters as unknown[]) : []) {
    const [name, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
    const text = typeof name === "function" ? name.name : name;
    if (typeof text === "string" && /^PlumbReporter$|[\\/]reporter-webdriverio\b/.test(text))
      return asObject(options) ?? {};
  }
  return undefined;
}
