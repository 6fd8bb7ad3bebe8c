import type { Logger } from "pino";

const minStepMs = 3_600_000;

/** Detects changes to the system clock by comparing it with the elapsed time. */
export class ClockSteps {
  readonly #log: Pick<Logger, "warn">;
  #seen: { readonly wallMs: number; readonly passedMs: number } | null = null;
  #steppedMs: number | null = null;

  constructor(log: Pick<Logger, "warn">) {
    this.#log = log;
  }

  /** @param lastKnown Last activity of the server before this process. A changed clock appears as a long gap, or as a time in the future. */
  start(now: Date, lastKnown: Date | null, passedMs = performance.now()): void {
    if (lastKnown !== null) this.#seen = { wallMs: lastKnown.getTime(), passedMs };
    this.check(now, passedMs);
  }

  check(now: Date, passedMs = performance.now()): void {
    const wallMs = now.getTime();
    if (this.#seen !== null) {
      const stepMs = wallMs - this.#seen.wallMs - (passedMs - this.#seen.passedMs);
      if (Math.abs(stepMs) >= minStepMs) {
        this.#steppedMs = passedMs;
        const hours = Math.round(Math.abs(stepMs) / minStepMs);
        this.#log.warn(
          { stepHours: stepMs < 0 ? -hours : hours },
          "the system clock moved, or the server was stopped for hours; old reports are not deleted for an hour",
        );
      }
    }
    this.#seen = { wallMs, passedMs };
  }

  /** Returns whether the clock was changed within this time. */
  steppedWithin(ms: number, passedMs = performance.now()): boolean {
    return this.#steppedMs !== null && passedMs - this.#steppedMs < ms;
  }
}
