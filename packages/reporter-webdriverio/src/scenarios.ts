import type { ErrorRecord } from "@plumb/formats/results/test-record.ts";
import { asNumber, type JsonObject } from "@plumb/formats/json/json-value.ts";
import type { OpenTest } from "./open-test.ts";
import type { OpenStep } from "./step-log.ts";
import { messageOf } from "./wdio-api.ts";

interface StepEnd {
  readonly errors: readonly ErrorRecord[];
  readonly event: JsonObject;
}

/** Combines the steps of a Cucumber scenario into one test. WebdriverIO reports them as separate tests. */
export class Scenarios {
  readonly #errors: ErrorRecord[] = [];
  #step: OpenStep | null = null;
  #title = "";
  /** Reason why the scenario was not completed: its first skipped or pending step. Empty for a skipped step, `null` if there is none. */
  #skipReason: string | null = null;

  stepStart(open: OpenTest, title: string): void {
    this.#title = title;
    this.#step = open.current.steps.enter(title, "test.step");
  }

  stepEnd(open: OpenTest, outcome: "passed" | "failed" | "skip" | "pending", { errors, event }: StepEnd): void {
    const step = this.#step ?? open.current.steps.enter(this.#title, "test.step");
    this.#step = null;
    const status = outcome === "passed" || outcome === "failed" ? outcome : "skipped";
    const error = outcome === "failed" ? messageOf(errors[0]) : undefined;
    open.current.steps.leave(step, status, error, asNumber(event["duration"]));
    if (outcome === "failed")
      this.#errors.push(...(errors.length > 0 ? errors : [{ message: `Failed: ${step.title}` }]));
    if (status === "skipped") this.#skipReason ??= outcome === "pending" ? `Pending: ${step.title}` : "";
  }

  hookFailed(errors: readonly ErrorRecord[]): void {
    this.#errors.push(...(errors.length > 0 ? errors : [{ message: "A hook failed" }]));
  }

  end(open: OpenTest, durationMs?: number): void {
    const errors = this.#errors.splice(0);
    const skipReason = this.#skipReason;
    this.#skipReason = null;
    this.#step = null;
    if (errors.length > 0) return open.current.end("failed", errors, durationMs);
    if (skipReason === null) return open.current.end("passed", [], durationMs);
    open.skipReason = skipReason === "" ? undefined : skipReason;
    open.current.end("skipped");
  }
}
