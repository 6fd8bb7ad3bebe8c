import { relative } from "node:path";
import { outsideTests } from "@plumb/formats/jest-json/outside-tests.ts";
import { testRecord } from "@plumb/formats/jest-json/jest-test.ts";
import { asNumber, asObject, asString, type JsonObject, objectsOf } from "@plumb/formats/json/json-value.ts";
import { stoppedReason } from "@plumb/reporter-core/on-stop.ts";
import { TestRecordReporter } from "@plumb/reporter-core/test-record-reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";

import { partialReason } from "./jest-test-selection.ts";

/** Reports a run of Jest live, one file at a time. */
export class PlumbJestReporter {
  readonly #run: TestRecordReporter;
  readonly #rootDir: string;
  readonly #config: JsonObject;
  readonly #shard: { readonly current: number; readonly total: number } | undefined;
  #tests = 0;

  /** @param globalConfig Global configuration of Jest. */
  constructor(globalConfig: unknown, options: ReporterOptions = {}) {
    const config = asObject(globalConfig) ?? {};
    const shard = asObject(config["shard"]);
    const [current, total] = [asNumber(shard?.["shardIndex"]), asNumber(shard?.["shardCount"])];
    this.#rootDir = asString(config["rootDir"]) ?? process.cwd();
    this.#config = config;
    this.#shard = current === undefined || total === undefined ? undefined : { current, total };
    this.#run = new TestRecordReporter(options);
  }

  onRunStart(): void {
    this.#run.begin({ framework: "jest", shard: this.#shard, partial: partialReason(this.#config) });
    this.#run.event({ kind: "run", framework: "jest", startedAt: Date.now() });
  }

  onTestFileResult(test: unknown, result: unknown): void {
    this.#run.safely(() => this.#fileResult(test, result));
  }

  #fileResult(test: unknown, result: unknown): void {
    const reported = asObject(result) ?? {};
    const path = asString(reported["testFilePath"]) ?? "";
    const context = asObject(asObject(test)?.["context"]);
    const name = asObject(context?.["config"])?.["displayName"];
    const variant = asString(name) ?? asString(asObject(name)?.["name"]);
    const file = { path: relative(this.#rootDir, path), variant, message: asString(reported["failureMessage"]) ?? "" };
    const tests = objectsOf(reported["testResults"]);
    for (const each of tests) this.#run.reportResult(String(++this.#tests), testRecord(each, file));
    const outside = outsideError(file.message, tests);
    if (outside !== undefined)
      this.#run.reportProblem(
        `${file.path} ${tests.length === 0 ? "could not run" : "failed outside its tests"}: ${outside}`,
      );
    for (const entry of objectsOf(reported["console"])) this.#print(entry);
  }

  async onRunComplete(_contexts: unknown, results: unknown): Promise<void> {
    const stopped = asObject(results)?.["wasInterrupted"] === true;
    await this.#run.finish(stopped ? stoppedReason : undefined);
  }

  #print({ type, message }: JsonObject): void {
    const stream = type === "error" || type === "warn" ? "stderr" : "stdout";
    this.#run.reportOutput(stream, `${asString(message) ?? ""}\n`);
  }
}

/** Returns the error of a file outside its tests. Jest fails the file if `afterAll` or a timer throws, even if all tests passed. */
function outsideError(message: string, tests: readonly JsonObject[]): string | undefined {
  const reported = message.trim();
  if (reported === "") return undefined;
  return tests.some(({ status }) => status === "failed") ? outsideTests(reported) : reported;
}
