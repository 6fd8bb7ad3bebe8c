import type { ArtifactEvent, ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { attemptEvents } from "@plumb/formats/playwright-json/attempt-events.ts";
import { outsideError } from "@plumb/formats/playwright-json/errors.ts";
import { RunVerdict } from "@plumb/formats/playwright-json/run-verdict.ts";
import { runFacts } from "@plumb/formats/playwright-json/run-facts.ts";
import { testEvent } from "@plumb/formats/playwright-json/spec-writer.ts";
import { limits } from "@plumb/formats/limits.ts";
import { cleanText } from "@plumb/formats/text/clean-text.ts";
import type { JsonObject } from "@plumb/formats/json/json-value.ts";
import { stoppedReason } from "@plumb/reporter-core/on-stop.ts";
import { RunReporter } from "@plumb/reporter-core/reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from "@playwright/test/reporter";
import { existsSync } from "node:fs";
import { partialReason } from "./test-selection.ts";
import { assertionsOf, type RawTest, rawResult, rawTest, testWithResults } from "./raw-test.ts";
import { mayRetry } from "./may-retry.ts";

/** Reports a run of Playwright Test live. */
export class PlumbReporter implements Reporter {
  readonly #report: RunReporter;
  readonly #tests = new Map<string, RawTest>();
  /** Tests with results that may be run again. */
  readonly #open = new Map<string, TestCase>();
  readonly #finished = new Set<string>();
  readonly #repairs = new Set<string>();
  readonly #printed = { stdout: 0, stderr: 0 };
  readonly #verdict = new RunVerdict();
  #rootDir = "";

  /** @param options Playwright adds `_mode`, which is `list` for `--list`. No test is run in this mode. */
  constructor(options: ReporterOptions & { readonly _mode?: unknown } = {}) {
    this.#report = new RunReporter(options._mode === "list" ? { ...options, enabled: false } : options);
  }

  /** Keeps Playwright's own output on the terminal. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#report.safely(() => this.#begin(config, suite));
  }

  #begin(config: FullConfig, suite: Suite): void {
    this.#rootDir = config.rootDir;
    this.#verdict.configure(config as unknown as JsonObject);
    const facts = runFacts(config as unknown as JsonObject);
    const { framework = "playwright", frameworkVersion, suite: name, shard } = facts;
    const partial = partialReason(process.argv, suite, process.cwd());
    this.#report.begin({ framework, frameworkVersion, suite: name, shard, partial });
    const metadata = { platform: process.platform, ...facts.metadata };
    this.#report.event({ ...facts, metadata, startedAt: Date.now() });
    for (const test of suite.allTests()) this.#report.event(this.#testEvent(test, "announced"));
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#report.safely(() => this.#testBegin(test, result));
  }

  #testBegin(test: TestCase, { startTime, workerIndex }: TestResult): void {
    if (this.#finished.has(test.id)) return;
    const started = { startedAt: startTime.getTime(), ...(workerIndex >= 0 && { worker: workerIndex }) };
    this.#report.event({ ...this.#testEvent(test, "running"), ...started });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#report.safely(() => this.#testEnd(test, result));
  }

  #testEnd(test: TestCase, result: TestResult): void {
    if (this.#finished.has(test.id)) return;
    const { id, place } = this.#raw(test);
    const events: ResultEvent[] = [];
    attemptEvents(events, this.#repairs, {
      id,
      index: result.retry,
      test: testWithResults(test),
      result: rawResult(result),
      file: place.file,
      rootDir: this.#rootDir,
    });
    for (const event of events) {
      if (event.kind === "artifact") this.#artifact(event);
      else this.#report.event(event);
    }
    if (mayRetry(test, result)) this.#open.set(test.id, test);
    else this.#finishTest(test);
  }

  onStdOut(chunk: string | Buffer, test: TestCase | void): void {
    if (test === undefined) this.#print("stdout", chunk);
  }

  onStdErr(chunk: string | Buffer, test: TestCase | void): void {
    if (test === undefined) this.#print("stderr", chunk);
  }

  onError(error: TestError): void {
    this.#report.safely(() => this.#error(error));
  }

  #error(error: TestError): void {
    const reason = outsideError(error as unknown as JsonObject);
    this.#report.event({ kind: "problem", severity: "error", reason });
  }

  async onEnd(result: FullResult): Promise<void> {
    this.#report.safely(() => {
      for (const test of this.#open.values()) this.#finishTest(test);
      if (this.#verdict.reason !== undefined)
        this.#report.event({ kind: "problem", severity: "error", reason: this.#verdict.reason });
      for (const reason of this.#repairs) this.#report.event({ kind: "problem", severity: "warning", reason });
      this.#report.event({ kind: "run", framework: "playwright", durationMs: Math.max(0, result.duration) });
    });
    await this.#report.finish(endedEarly[result.status]);
  }

  #raw(test: TestCase): RawTest {
    let raw = this.#tests.get(test.id);
    if (raw === undefined) this.#tests.set(test.id, (raw = rawTest(test, this.#rootDir)));
    return raw;
  }

  /** Returns the event of a test, with its outcome if the test has ended. */
  #testEvent(test: TestCase, status?: "announced" | "running"): TestEvent {
    const { id, spec, place, browser } = this.#raw(test);
    const raw = testWithResults(test);
    const results = status === undefined ? (raw["results"] as JsonObject[]) : [];
    const event = testEvent({ id, spec, test: raw, results, file: place.file, titlePath: place.titlePath, browser });
    if (status === undefined) return event;
    delete event.skipReason;
    return { ...event, status, flaky: false };
  }

  #finishTest(test: TestCase): void {
    const event = { ...this.#testEvent(test), assertions: assertionsOf(test) };
    this.#verdict.note(event);
    this.#report.event(event);
    this.#finished.add(test.id);
    this.#open.delete(test.id);
    this.#tests.delete(test.id);
  }

  #artifact(artifact: ArtifactEvent): void {
    const path = [artifact.path, artifact.copyPath].find((location) => location !== undefined && existsSync(location));
    if (artifact.body !== undefined || path !== undefined) this.#report.file({ ...artifact, path });
  }

  #print(stream: "stdout" | "stderr", chunk: string | Buffer): void {
    const remaining = limits.runOutput - this.#printed[stream];
    if (remaining <= 0) return;
    const text = cleanText(chunk.toString(), remaining);
    this.#printed[stream] += text.length;
    this.#report.event({ kind: "stdout", stream, text });
  }
}

const endedEarly: Readonly<Partial<Record<FullResult["status"], string>>> = {
  interrupted: stoppedReason,
  timedout: "The run took longer than its globalTimeout",
};
