export interface Slot {
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly parallelIndex: number;
  readonly workerIndex: number;
}

/** Playwright's workers. Each takes the next test, and a worker is replaced after a failed test. */
export class WorkerPool {
  readonly #workers: { freeAt: number; workerIndex: number }[];
  #started: number;

  constructor(startedAt: number, size: number) {
    this.#workers = Array.from({ length: size }, (_, workerIndex) => ({ freeAt: startedAt, workerIndex }));
    this.#started = size;
  }

  take(durationMs: number, fails: boolean): Slot {
    const parallelIndex = this.#workers.reduce(
      (best, { freeAt }, index) => (freeAt < (this.#workers[best]?.freeAt ?? 0) ? index : best),
      0,
    );
    const worker = this.#workers[parallelIndex] as { freeAt: number; workerIndex: number };
    const slot = { startedAt: worker.freeAt, parallelIndex, workerIndex: worker.workerIndex };
    worker.freeAt += durationMs + (fails ? 900 : 15);
    if (fails) worker.workerIndex = this.#started++;
    return slot;
  }

  /** End of the last test, in Unix milliseconds. */
  get endsAt(): number {
    return Math.max(...this.#workers.map(({ freeAt }) => freeAt));
  }
}
