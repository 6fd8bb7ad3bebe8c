import type { TestRecord } from "#results/test-record.ts";
import { zonedMs } from "#text/loose-timestamp.ts";

interface Execution {
  /** Equal for all executions of a scenario; empty if unknown. */
  readonly key: string;
  readonly record: TestRecord;
  readonly line: number;
}

/**
 * Joins the executions of scenarios that were repeated after a failure. Cucumber-Ruby lists them one after the other. Cucumber-JVM
 * with a retry analyzer of TestNG lists them by end time, mixed with executions of other threads.
 */
export class Repeats {
  readonly #left: Map<string, number>;
  readonly #write: (record: TestRecord, line: number) => void;
  readonly #held = new Map<string, Execution>();
  #last = "";

  /** @param runs Execution counts of scenarios that ran more than once, by scenario key. */
  constructor(runs: Map<string, number>, write: (record: TestRecord, line: number) => void) {
    this.#left = runs;
    this.#write = write;
  }

  add(execution: Execution): void {
    const { key } = execution;
    const held = this.#held.get(key);
    const record = held === undefined ? undefined : joined(held.record, execution.record, this.#last === key);
    if (held !== undefined && record === undefined) this.#write(held.record, held.line);
    this.#last = key;
    const next = { ...execution, record: record ?? execution.record };
    const left = (this.#left.get(key) ?? 1) - 1;
    this.#left.set(key, left);
    this.#held.delete(key);
    // Passed tests are not repeated.
    if (left > 0 && execution.record.status === "failed") this.#held.set(key, next);
    else this.#write(next.record, next.line);
  }

  end(): void {
    for (const { record, line } of this.#held.values()) this.#write(record, line);
    this.#held.clear();
  }
}

/** Returns undefined if the second execution began before the first ended, or may have, as with two browsers in one report. */
function joined(earlier: TestRecord, later: TestRecord, inRow: boolean): TestRecord | undefined {
  const last = earlier.attempts.at(-1);
  const began = zonedMs(last?.startedAt);
  const again = zonedMs(later.attempts[0]?.startedAt);
  const duration = typeof last?.durationMs === "number" ? last.durationMs : 0;
  const isLater = began === null || again === null ? inRow : again >= began + Math.floor(duration);
  return isLater ? { ...later, attempts: [...earlier.attempts, ...later.attempts] } : undefined;
}
