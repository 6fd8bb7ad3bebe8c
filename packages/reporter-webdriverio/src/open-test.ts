import { LongText } from "@plumb/contract/text/long-text.ts";
import type { AttemptRecord, ErrorRecord, TestRecord, Verdict } from "@plumb/formats/results/test-record.ts";
import { limits } from "@plumb/formats/limits.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { PlannedTest } from "@plumb/reporter-core/test-record-reporter.ts";
import { type OpenStep, StepLog } from "./step-log.ts";
import { messageOf } from "./wdio-api.ts";

/** Outcome of an attempt. */
interface AttemptEnd {
  readonly status: Verdict;
  readonly errors: readonly ErrorRecord[];
  readonly durationMs: number | null;
}

/** One attempt. Hooks after its end still belong to it. */
class OpenAttempt {
  readonly steps = new StepLog();
  readonly index: number;
  pictures = 0;
  /** Evaluated at the end of the attempt, because a matcher does not show whether `not` inverted it. */
  lastAssertion: { readonly step: OpenStep; readonly message: () => string } | null = null;
  readonly #startedAt = Date.now();
  readonly #printed = { stdout: new LongText(limits.output), stderr: new LongText(limits.output) };
  #end: AttemptEnd | null = null;

  constructor(index: number) {
    this.index = index;
  }

  get status(): Verdict | null {
    return this.#end?.status ?? null;
  }

  print(stream: "stdout" | "stderr", text: string): void {
    this.#printed[stream].add(text);
  }

  end(status: Verdict, errors: readonly ErrorRecord[] = [], durationMs?: number): void {
    const measuredMs = status === "skipped" ? null : (durationMs ?? Date.now() - this.#startedAt);
    this.#end = { status, errors, durationMs: measuredMs };
    this.#markFailedAssertion(errors);
  }

  record(): AttemptRecord {
    const { status, errors, durationMs } = this.#end ?? unfinished;
    return {
      status,
      startedAt: status === "skipped" ? null : this.#startedAt,
      durationMs,
      errors,
      steps: this.steps.records(),
      ...this.#printed,
    };
  }

  /** Marks the last assertion as failed if an error of the attempt contains its message. */
  #markFailedAssertion(errors: readonly ErrorRecord[]): void {
    if (this.lastAssertion === null || errors.length === 0) return;
    const { step, message } = this.lastAssertion;
    const visibleMessage = stripAnsi(message()).trim();
    if (visibleMessage === "" || !errors.some((error) => stripAnsi(messageOf(error)).includes(visibleMessage))) return;
    step.status = "failed";
    step.error = visibleMessage;
  }
}

const unfinished: AttemptEnd = {
  status: "error",
  errors: [{ message: "It started but never finished" }],
  durationMs: null,
};

/** The running test with its attempts so far. A worker runs one test at a time. */
export class OpenTest {
  readonly id: string;
  readonly planned: PlannedTest;
  /** True for a Cucumber scenario, whose steps WebdriverIO reports like tests. */
  readonly isScenario: boolean;
  /** True if the test failed and will be retried. */
  runsAgain = false;
  skipReason: string | undefined;
  current = new OpenAttempt(0);
  readonly #ended: AttemptRecord[] = [];

  constructor(id: string, planned: PlannedTest, isScenario: boolean) {
    this.id = id;
    this.planned = planned;
    this.isScenario = isScenario;
  }

  startRetry(): void {
    this.#ended.push(this.current.record());
    this.current = new OpenAttempt(this.#ended.length);
    this.runsAgain = false;
  }

  record(): TestRecord {
    return { ...this.planned, attempts: [...this.#ended, this.current.record()], skipReason: this.skipReason };
  }
}
