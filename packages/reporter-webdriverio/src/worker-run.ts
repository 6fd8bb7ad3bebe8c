import { asNumber, asObject, asString, type JsonObject } from "@plumb/formats/json/json-value.ts";
import { cleanText } from "@plumb/formats/text/clean-text.ts";
import { limits } from "@plumb/formats/limits.ts";
import { type Device, deviceOf } from "@plumb/formats/wdio-json/device.ts";
import { TestRecordReporter } from "@plumb/reporter-core/test-record-reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { launchId, hasService } from "./launch-id.ts";
import { workerPartialReason } from "./test-selection.ts";
import { runsAgain, specPath } from "./wdio-api.ts";
import { webdriverioVersion } from "./installed-webdriverio.ts";

const defaultSyncTimeoutMs = 5000;
/** Reserved for WebdriverIO's last poll before its timeout. */
const lastPollMs = 500;
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
  #syncTimeoutMs = defaultSyncTimeoutMs;
  readonly #run: TestRecordReporter;
  #isOpen = false;

  constructor(options: ReporterOptions) {
    this.#run = new TestRecordReporter(options);
  }

  /** The run, which is opened on first use. */
  get run(): TestRecordReporter {
    if (!this.#isOpen) this.#open();
    return this.#run;
  }

  safely(work: () => void): void {
    this.#run.safely(work);
  }

  start({ cid, specs, config, capabilities }: JsonObject): void {
    const options = asObject(config) ?? {};
    this.#cid = asString(cid) ?? this.#cid;
    this.#specFileRetries = options["specFileRetries"];
    this.#syncTimeoutMs = asNumber(options["reporterSyncTimeout"]) ?? defaultSyncTimeoutMs;
    this.specs = (Array.isArray(specs) ? (specs as unknown[]) : []).flatMap((spec) => specPath(spec) ?? []);
    this.device = deviceOf(capabilities);
  }

  /** Records a failure outside the tests. It is sent at the end, because it does not fail the run if the spec file is retried. */
  reportProblem(reason: string): void {
    this.failed = true;
    this.#problems.push(reason);
  }

  reportOutput(stream: "stdout" | "stderr", text: string): void {
    if (this.#isOpen) return this.#run.reportOutput(stream, text);
    if (this.#earlyLength > maxEarlyOutput) return;
    this.#earlyLength += text.length;
    this.#early.push([stream, text]);
  }

  end(event: JsonObject, lastError: string | null): void {
    const where = this.specs.join(", ");
    const error = asString(event["error"]);
    if (error !== undefined) this.reportProblem(`The session for ${where} could not start: ${error}`);
    else if (Number(event["failures"]) > 0 && !this.failed)
      this.reportProblem(`${where} failed outside its tests: ${lastError ?? "no reason from WebdriverIO"}`);
    const isRetried = runsAgain(event, this.#specFileRetries);
    for (const reason of this.#problems)
      if (isRetried) this.run.event({ kind: "problem", severity: "warning", reason: withRetryNote(reason) });
      else this.run.reportProblem(reason);
  }

  async finish(): Promise<void> {
    await this.#run.finish();
  }

  #open(): void {
    this.#isOpen = true;
    const isFirst = this.#cid === "0-0";
    this.#run.begin({
      framework: "webdriverio",
      frameworkVersion: webdriverioVersion(process.cwd()),
      build: launchId(process.env, process.ppid),
      partial: workerPartialReason(process.env),
      timeouts: { endMs: Math.max(0, this.#syncTimeoutMs - lastPollMs), unreachedMs },
      // One worker prints the address of the run. With the service, the launcher prints it.
      quiet: hasService(process.env) || !isFirst,
    });
    this.#run.event({ kind: "run", framework: "webdriverio", startedAt: Date.now(), metadata: this.#facts() });
    for (const [stream, text] of this.#early.splice(0)) this.#run.reportOutput(stream, text);
  }

  /** Returns the metadata of the device. All capabilities share one run, so keys of further capabilities include their name. */
  #facts(): Record<string, string> {
    const { facts, variant } = this.device;
    if (this.#cid.startsWith("0-") || variant === "") return facts;
    return Object.fromEntries(Object.entries(facts).map(([key, value]) => [`${key} [${variant.slice(0, 60)}]`, value]));
  }
}

function withRetryNote(reason: string): string {
  return `${cleanText(reason, limits.message - 100)} (the spec file runs again)`;
}
