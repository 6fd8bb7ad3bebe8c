import type { ArtifactEvent, AttemptEvent, StdoutEvent, StepEvent, TestEvent } from "@plumb/contract/result-event.ts";
import type { Step } from "@plumb/contract/runs/results.ts";
import { LongText } from "@plumb/contract/text/long-text.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { TextLimits } from "./text-limits.ts";
import { isUndecided } from "@plumb/analysis/executions/match-results.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";

/** Collects attempts, steps, output and artifacts of a test, within the limits, until its `test` event. */
export class OpenTest {
  readonly artifacts: ArtifactEvent[] = [];
  /** Approximate bytes of the collected data. */
  weight = 0;
  readonly #texts: TextLimits;
  readonly #attempts = new Map<number, AttemptEvent>();
  readonly #steps = new Map<number, Step[]>();
  readonly #output = new Map<string, LongText>();
  #stepCount = 0;

  constructor(texts: TextLimits) {
    this.#texts = texts;
  }

  addAttempt(event: AttemptEvent): void {
    if (this.#attempts.size >= limits.attemptsPerTest)
      this.#texts.noteOnce(`Attempts beyond ${limits.attemptsPerTest} of one test were left out.`);
    else this.#attempts.set(event.index, event);
  }

  addStep(event: StepEvent): void {
    this.#stepCount += 1;
    if (this.#stepCount > limits.stepsPerTest) {
      this.#texts.noteOnce(`Steps beyond ${limits.stepsPerTest.toLocaleString("en")} in one test were left out.`);
      return;
    }
    const { title, error, file } = event;
    const step: Step = {
      title: this.#texts.cut(title, limits.stepTitle, "Step titles"),
      depth: event.depth,
      status: event.status,
      duration: event.durationMs,
      category: event.category,
      error: error === undefined ? undefined : this.#texts.cut(error, limits.errorText, "Error texts"),
      file: file === undefined ? undefined : this.#texts.cut(file, limits.titleLength, "Paths of steps"),
      line: event.line,
    };
    this.weight += step.title.length + (step.error?.length ?? 0) + (step.file?.length ?? 0) + 60;
    const steps = this.#steps.get(event.attempt);
    if (steps === undefined) this.#steps.set(event.attempt, [step]);
    else steps.push(step);
  }

  addOutput(event: StdoutEvent): void {
    const key = `${event.stream}:${event.attempt ?? 0}`;
    const output = this.#output.get(key) ?? new LongText(limits.output);
    const room = limits.output - output.length;
    this.#output.set(key, output);
    output.add(event.text);
    this.weight += Math.max(0, Math.min(room, event.text.length));
    if (output.isCut)
      this.#texts.noteOnce(
        `Outputs of one attempt longer than ${limits.output.toLocaleString("en")} characters were cut: both ends were kept.`,
      );
  }

  /** Returns the attempts in the stored form, in order. Adds the weight of their errors. */
  storedAttempts(decision: TestEvent): StoredAttempt[] {
    return executed(this.#allAttempts(decision))
      .toSorted((a, b) => a.index - b.index)
      .map((attempt) => this.#stored(attempt));
  }

  /**
   * Returns the reported attempts, and those with only steps or output. The latter get the outcome of the test, for example after its process
   * crashed.
   */
  #allAttempts({ status, skipReason }: TestEvent): AttemptEvent[] {
    const reported = [...this.#attempts.values()];
    const named = [...this.#steps.keys(), ...[...this.#output.keys()].map((key) => Number(key.split(":")[1]))];
    const missing = new Set(named.filter((index) => !this.#attempts.has(index)));
    if (missing.size === 0) return reported;
    const ended = isUndecided(status) ? "error" : status;
    const errors = ended === "error" && skipReason !== undefined ? [{ message: skipReason }] : [];
    const room = Math.max(0, limits.attemptsPerTest - reported.length);
    const made = [...missing].slice(0, room).map((index): AttemptEvent => ({
      kind: "attempt",
      test: "",
      index,
      status: ended,
      startedAt: null,
      durationMs: null,
      errors,
    }));
    return [...reported, ...made];
  }

  #stored(event: AttemptEvent): StoredAttempt {
    const errors = this.#errorsOf(event);
    return {
      status: event.status,
      startedAt: event.startedAt,
      durationMs: event.durationMs,
      worker: event.worker,
      errors: errors.length > 0 ? errors : undefined,
      timedOut: event.timedOut === true ? true : undefined,
      steps: this.#steps.get(event.index),
      stdout: this.#output.get(`stdout:${event.index}`)?.toString(),
      stderr: this.#output.get(`stderr:${event.index}`)?.toString(),
    };
  }

  #errorsOf({ errors }: AttemptEvent): AttemptEvent["errors"] {
    if (errors.length > limits.errorsPerAttempt)
      this.#texts.noteOnce(`Errors beyond ${limits.errorsPerAttempt} in one attempt were left out.`);
    const cut = (text: string) => this.#texts.cut(text, limits.errorText, "Error texts");
    return errors.slice(0, limits.errorsPerAttempt).map((error) => {
      const retained = { ...error, message: cut(error.message) };
      if (error.stack !== undefined) retained.stack = cut(error.stack);
      if (error.snippet !== undefined) retained.snippet = cut(error.snippet);
      this.weight += retained.message.length + (retained.stack?.length ?? 0) + (retained.snippet?.length ?? 0);
      return retained;
    });
  }
}

/** A test that never ran has no retries, no matter how often it was skipped. */
function executed(attempts: readonly AttemptEvent[]): readonly AttemptEvent[] {
  return attempts.every(({ status }) => status === "skipped") ? attempts.slice(0, 1) : attempts;
}
