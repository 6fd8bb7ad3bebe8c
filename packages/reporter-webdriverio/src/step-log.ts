import type { StepRecord } from "@plumb/formats/results/test-record.ts";

/** Maximum number of steps per attempt. Further steps, as in a test that polls for an hour, are only counted. */
const maxSteps = 500;

type Status = StepRecord["status"];

export interface OpenStep {
  title: string;
  readonly depth: number;
  readonly category: string;
  readonly startedAt: number;
  status: Status;
  durationMs: number | null;
  error: string | undefined;
  /** Number of consecutive repetitions. */
  times: number;
}

/** Steps of an attempt in start order. Consecutive identical commands, as in waiting, are one step with a count. */
export class StepLog {
  readonly #steps: OpenStep[] = [];
  /** Steps that contain the current step. */
  readonly #enclosing: OpenStep[] = [];
  #dropped = 0;

  /** Begins a step that can contain further steps. */
  enter(title: string, category: string): OpenStep {
    const step = this.begin(title, category);
    this.#enclosing.push(step);
    return step;
  }

  leave(step: OpenStep, status: Status, error?: string, durationMs?: number): void {
    const at = this.#enclosing.lastIndexOf(step);
    if (at >= 0) this.#enclosing.splice(at);
    this.end(step, status, error, durationMs);
  }

  begin(title: string, category: string): OpenStep {
    const step: OpenStep = {
      title,
      depth: this.#enclosing.length,
      category,
      startedAt: Date.now(),
      status: "passed",
      durationMs: null,
      error: undefined,
      times: 1,
    };
    if (this.#steps.length < maxSteps) this.#steps.push(step);
    else this.#dropped += 1;
    return step;
  }

  end(step: OpenStep, status: Status, error?: string, durationMs = Date.now() - step.startedAt): void {
    Object.assign(step, { status, error, durationMs });
    const before = this.#steps.at(-2);
    if (this.#steps.at(-1) !== step || before === undefined || !isRepetition(before, step)) return;
    this.#steps.pop();
    before.times += 1;
    before.durationMs = (before.durationMs ?? 0) + durationMs;
  }

  /** Returns all steps. A step that never ended has failed. */
  records(): StepRecord[] {
    const records = this.#steps.map(({ title, depth, status, durationMs, category, error, times }): StepRecord => {
      const ended = durationMs !== null;
      return {
        title: times === 1 ? title : `${title} (${times} times)`,
        depth,
        status: ended ? status : "failed",
        durationMs,
        category,
        error: ended ? error : "It never ended",
      };
    });
    if (this.#dropped === 0) return records;
    const title = `${this.#dropped} more steps`;
    return [...records, { title, depth: 0, status: "passed", category: "command" }];
  }
}

function isRepetition(before: OpenStep, step: OpenStep): boolean {
  return (
    step.category === "command" &&
    before.category === "command" &&
    before.title === step.title &&
    before.depth === step.depth &&
    before.status === step.status &&
    before.durationMs !== null
  );
}
