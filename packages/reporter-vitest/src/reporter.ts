import { stoppedReason } from "@plumb/reporter-core/on-stop.ts";
import { TestRecordReporter } from "@plumb/reporter-core/test-record-reporter.ts";
import type { ReporterOptions } from "@plumb/reporter-core/settings.ts";
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from "vitest/node";
import type { UserConsoleLog } from "vitest";
import { partialReason } from "./vitest-test-selection.ts";
import { plannedTest, finishedTest, messageOf } from "./vitest-test.ts";

/** Maximum characters to collect per test and stream. The stored output is cut further. */
const maxOutput = 300_000;

/** Reports a run of Vitest live. */
export class PlumbReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #printed = new Map<string, { stdout: string; stderr: string }>();
  #version: string | undefined;
  #suite: string | undefined;
  #shard: { index: number; count: number } | undefined;
  #vitest: Vitest | undefined;
  #runs = 0;
  #run: TestRecordReporter | null = null;

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#version = vitest.version;
    this.#suite = vitest.config.name;
    this.#shard = vitest.config.shard;
  }

  /** Called for each run: watch mode has several in one process. */
  onTestRunStart(): void {
    this.#run = new TestRecordReporter(this.#options);
    const shard = this.#shard === undefined ? undefined : { current: this.#shard.index, total: this.#shard.count };
    const partial = this.#vitest === undefined ? undefined : partialReason(this.#vitest, this.#runs > 0);
    this.#runs += 1;
    this.#run.begin({ framework: "vitest", frameworkVersion: this.#version, suite: this.#suite, shard, partial });
    this.#run.event({ kind: "run", framework: "vitest", startedAt: Date.now() });
  }

  onTestModuleCollected(module: TestModule): void {
    this.#run?.safely(() => {
      for (const test of module.children.allTests()) this.#run?.reportTest(test.id, plannedTest(test), "announced");
    });
  }

  onTestCaseReady(test: TestCase): void {
    this.#run?.safely(() => this.#run?.reportTest(test.id, plannedTest(test), "running"));
  }

  onTestCaseResult(test: TestCase): void {
    const printed = this.#printed.get(test.id);
    this.#printed.delete(test.id);
    this.#run?.safely(() => this.#run?.reportResult(test.id, finishedTest(test, printed)));
  }

  /** Errors in `beforeAll` and `afterAll` do not belong to a test. Tests that they prevented are reported as skipped. */
  onTestSuiteResult(suite: TestSuite): void {
    this.#run?.safely(() => {
      for (const error of suite.errors())
        this.#run?.reportProblem(`${suite.module.relativeModuleId}: ${suite.fullName}: ${messageOf(error)}`);
    });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#run?.safely(() => {
      for (const error of module.errors()) this.#run?.reportProblem(`${module.relativeModuleId}: ${messageOf(error)}`);
    });
  }

  onUserConsoleLog({ taskId, type, content }: UserConsoleLog): void {
    if (taskId === undefined || taskId.split("_").length < 2) {
      this.#run?.reportOutput(type, content);
      return;
    }
    const printed = this.#printed.get(taskId) ?? { stdout: "", stderr: "" };
    if (printed[type].length < maxOutput) printed[type] += content;
    this.#printed.set(taskId, printed);
  }

  async onTestRunEnd(
    _modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const run = this.#run;
    this.#run = null;
    for (const error of errors) run?.reportProblem(messageOf(error));
    for (const { stdout, stderr } of this.#printed.values()) {
      run?.reportOutput("stdout", stdout);
      run?.reportOutput("stderr", stderr);
    }
    this.#printed.clear();
    await run?.finish(reason === "interrupted" ? stoppedReason : undefined);
  }
}
