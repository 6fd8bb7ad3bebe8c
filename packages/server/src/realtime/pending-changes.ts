import type { RoomHistory } from "./room-history.ts";

/** Changes of a run that are sent with one event. */
export interface RunChanges {
  /** Number of the first message about these changes. */
  readonly first: number;
  /** Changed results; `null` if there are too many for an event or they are unknown. */
  readonly tests: ReadonlySet<number> | null;
}

/**
 * Changes of a run that have not been sent. If there are several messages, only the first stays open in the history: until it is done, a reconnecting
 * client receives everything since.
 */
export class PendingChanges {
  readonly #history: Pick<RoomHistory, "done">;
  readonly #maxTests: number;
  #first: number | null = null;
  #tests: Set<number> | null = new Set();

  constructor(history: Pick<RoomHistory, "done">, maxTests: number) {
    this.#history = history;
    this.#maxTests = maxTests;
  }

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /** @param tests `undefined` if the message contains none. */
  add(number: number, tests: readonly number[] | undefined): void {
    if (this.#first === null) this.#first = number;
    else this.#history.done(number);
    if (tests === undefined || this.#tests === null || this.#tests.size > this.#maxTests) this.#tests = null;
    else for (const id of tests) this.#tests.add(id);
  }

  /** Returns all changes so far, to be sent; `null` if there are none. */
  take(): RunChanges | null {
    if (this.#first === null) return null;
    const taken = { first: this.#first, tests: this.#tests };
    this.#first = null;
    this.#tests = new Set();
    return taken;
  }

  /** Keeps changes that could not be sent for the next event. */
  putBack({ first }: RunChanges): void {
    this.discard();
    this.#first = first;
    this.#tests = null;
  }

  discard(): void {
    if (this.#first !== null) this.#history.done(this.#first);
    this.#first = null;
  }
}
