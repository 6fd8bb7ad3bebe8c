import { asNumber, asObject, asString, type JsonObject } from "@plumb/formats/json/json-value.ts";
import { cleanText } from "@plumb/formats/text/clean-text.ts";
import { limits } from "@plumb/formats/limits.ts";
import { type Device, deviceOf } from "@plumb/formats/wdio-json/device.ts";
import { RecordedRun } from "@plumb/reporter-core/recorded-run.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { launchId, underService } from "./launch-id.ts";
import { narrowedWorker } from "./narrowed.ts";
import { runsAgain, specPath } from "./wdio-parts.ts";
import { versionOfWebdriverio } from "./webdriverio-here.ts";

const usualSyncTimeoutMs = 5000;
/** Reserved for WebdriverIO's last poll before its timeout. */
const lastLookMs = 500;
/** Time that each worker waits at its end for a server that was never reached. It is short, because a launch may have hundreds of workers. */
const unreachedMs = 1000;
const maxEarlyOutput = 100_000;

/**
 * Events of one worker. All workers of a launch are sources of the same run. The source is opened with the first event, so that spec files without
 * selected tests report nothing.
 */
export class WorkerRun {
  device: Device = { variant: "", browser: undefined, facts: {} };
  specs: readonly string[] = [];
  /** True if a test or a hook failed. */
  failed = false;
  readonly #problems: string[] = [];
  readonly #early: ["stdout" | "stderr", string][] = [];
  #earlyLength = 0;
  #cid = "0-0";
  #specFileRetries: unknown = 0;
  #syncTimeoutMs = usualSyncTimeoutMs;
  readonly #run: RecordedRun;
  #begun = false;

  constructor(options: ReporterOptions) {
    this.#run = new RecordedRun(options);
  }

  /** The run, which is opened on first use. */
  get run(): RecordedRun {
    if (!this.#begun) this.#begin();
    return this.#run;
  }

  safely(work: () => void): void {
    this.#run.safely(work);
  }

  start({ cid, specs, config, capabilities }: JsonObject): void {
    const options = asObject(config) ?? {};
    this.#cid = asString(cid) ?? this.#cid;
    this.#specFileRetries = options["specFileRetries"];
    this.#syncTimeoutMs = asNumber(options["reporterSyncTimeout"]) ?? usualSyncTimeoutMs;
    this.specs = (Array.isArray(specs) ? (specs as unknown[]) : []).flatMap((spec) => specPath(spec) ?? []);
    this.device = deviceOf(capabilities);
  }

  /** Records a failure outside the tests. It is sent at the end, because it does not fail the run if the spec file is retried. */
  problem(reason: string): void {
    this.failed = true;
    this.#problems.push(reason);
  }

  printed(stream: "stdout" | "stderr", text: string): void {
    if (this.#begun) return this.#run.printed(stream, text);
    if (this.#earlyLength > maxEarlyOutput) return;
    this.#earlyLength += text.length;
    this.#early.push([stream, text]);
  }

  end(event: JsonObject, lastError: string | null): void {
    const where = this.specs.join(", ");
    const error = asString(event["error"]);
    if (error !== undefined) this.problem(`The session for ${where} could not start: ${error}`);
    else if (Number(event["failures"]) > 0 && !this.failed)
      this.problem(`${where} failed outside its tests: ${lastError ?? "no reason from WebdriverIO"}`);
    const again = runsAgain(event, this.#specFileRetries);
    for (const reason of this.#problems)
      if (again) this.run.event({ kind: "problem", severity: "warning", reason: repeated(reason) });
      else this.run.problem(reason);
  }

  async finish(): Promise<void> {
    await this.#run.finish();
  }

  #begin(): void {
    this.#begun = true;
    const isFirst = this.#cid === "0-0";
    this.#run.begin({
      framework: "webdriverio",
      frameworkVersion: versionOfWebdriverio(process.cwd()),
      build: launchId(process.env, process.ppid),
      partial: narrowedWorker(process.env),
      waits: { endMs: Math.max(0, this.#syncTimeoutMs - lastLookMs), unreachedMs },
      // One worker prints the address of the run. With the service, the launcher prints it.
      quiet: underService(process.env) || !isFirst,
    });
    this.#run.event({ kind: "run", framework: "webdriverio", startedAt: Date.now(), metadata: this.#facts() });
    for (const [stream, text] of this.#early.splice(0)) this.#run.printed(stream, text);
  }

  /** Returns the metadata of the device. All capabilities share one run, so keys of further capabilities include their name. */
  #facts(): Record<string, string> {
    const { facts, variant } = this.device;
    if (this.#cid.startsWith("0-") || variant === "") return facts;
    return Object.fromEntries(Object.entries(facts).map(([key, value]) => [`${key} [${variant.slice(0, 60)}]`, value]));
  }
}

function repeated(reason: string): string {
  return `${cleanText(reason, limits.message - 100)} (the spec file runs again)`;
}
