import { randomUUID } from "node:crypto";
import { asNumber, asObject, asString } from "@plumb/formats/json/json-value.ts";
import { TestRecordReporter } from "@plumb/reporter-core/test-record-reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import { launchVariable } from "./launch-id.ts";
import { launcherPartialReason } from "./test-selection.ts";
import { specPath } from "./wdio-api.ts";
import { webdriverioVersion } from "./installed-webdriverio.ts";
import { ownReporter } from "./worker-service.ts";

/** Service in the launcher. It keeps the run open from the first worker to the last, reports workers that crashed and sends their results. */
export class PlumbLauncher {
  readonly #options: ReporterOptions;
  readonly #build = `local-${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  #run: TestRecordReporter | null = null;

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
  }

  onPrepare(config: unknown): void {
    const options = asObject(config) ?? {};
    process.env[launchVariable] = this.#build;
    const run = new TestRecordReporter({ ...ownReporter(options["reporters"]), ...this.#options });
    this.#run = run;
    const frameworkVersion = webdriverioVersion(process.cwd());
    const partial = launcherPartialReason(process.argv, process.env);
    run.begin({ framework: "webdriverio", frameworkVersion, build: Promise.resolve(this.#build), partial });
    run.event({ kind: "run", framework: "webdriverio", startedAt: Date.now() });
  }

  /** Workers exit with 0 or 1 and report their own errors. Any other code means that the worker crashed. */
  onWorkerEnd(cid: unknown, exitCode: unknown, specs: unknown, retries: unknown, signal?: unknown): void {
    this.#run?.safely(() => {
      const killed = asString(signal);
      if (killed === undefined && (exitCode === 0 || exitCode === 1)) return;
      const files = (Array.isArray(specs) ? (specs as unknown[]) : []).flatMap((spec) => specPath(spec) ?? []);
      const how = killed ?? `exit code ${asNumber(exitCode) ?? "unknown"}`;
      const isRetried = (asNumber(retries) ?? 0) > 0;
      const reason = `Worker ${asString(cid) ?? ""} died (${how}) while it ran ${files.join(", ")}`;
      if (isRetried) this.#run?.event({ kind: "problem", severity: "warning", reason });
      else this.#run?.reportProblem(reason);
    });
  }

  async onComplete(): Promise<void> {
    await this.#run?.finishOthers();
    await this.#run?.finish();
  }
}
