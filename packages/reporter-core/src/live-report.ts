import { defaultBackoff, delayMs, isTransient } from "@plumb/client/retry.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { Courier } from "#courier.ts";
import { type Journal } from "#journal.ts";

export interface LiveSetup {
  readonly url: string;
  readonly key: string;
  /** How long `finish` may take. */
  readonly timeoutMs: number;
  /** The same for a server that was never reached, from when it is first called. */
  readonly unreachedMs: number;
  /** Waited for before the run is opened; must not fail. */
  readonly ready: Promise<void>;
  /** Called once for each problem. */
  readonly onTrouble: (reason: string) => void;
}

/** A batch is cut when it is this large … */
const batchCharacters = 512 * 1024;
/** … or that old; older where the server does not keep up. */
const batchAgeMs = 1000;
const laggingAgeMs = 5000;

/** How a run was left: all is on the server, or something is still in the journal. */
export type Outcome = "sent" | "kept";

/**
 * Brings a journal to the server while it grows. Nothing that is called here waits for the server, except for `finish`, which
 * has its limit; no timer keeps a process alive.
 */
export class LiveReport {
  readonly courier: Courier;
  readonly #journal: Journal;
  readonly #setup: LiveSetup;
  readonly #abort = new AbortController();
  #lanes: Promise<unknown> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #wakes: (() => void)[] = [];
  #finishing = false;
  #gaveUp = false;
  /** When the server heard of us last. */
  #spoke = Date.now();

  constructor(journal: Journal, setup: LiveSetup) {
    this.#journal = journal;
    this.#setup = setup;
    this.courier = new Courier(journal, setup);
  }

  start(): void {
    this.#lanes ??= Promise.all([
      this.#lane((signal) => this.#sendOrBeat(signal)),
      this.#lane((signal) => this.courier.sendFile(signal)),
    ]);
  }

  add(event: ResultEvent): void {
    this.#journal.add(event);
    if (this.#journal.pending >= batchCharacters) this.#cut();
    else
      this.#timer ??= setTimeout(() => this.#cut(), this.courier.batchesLeft > 1 ? laggingAgeMs : batchAgeMs).unref();
  }

  addFile(file: Parameters<Journal["addFile"]>[0]): void {
    this.#journal.addFile(file);
    this.#wake();
  }

  /** Resolves when the server was reached or given up; `courier.run` shows which. */
  async reached(): Promise<void> {
    await this.#setup.ready;
    await this.courier.open(AbortSignal.timeout(this.#setup.unreachedMs)).catch(() => null);
  }

  /** Sends what is left, as long as it may take. The journal is to be removed if all was sent. */
  async finish(interrupted?: string, withinMs = this.#setup.timeoutMs): Promise<Outcome> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#journal.end(interrupted);
    this.#finishing = true;
    this.#wake();
    const deadline = setTimeout(() => this.#giveUp(null), withinMs);
    let unreached: NodeJS.Timeout | undefined;
    void this.#setup.ready.then(() => {
      unreached = setTimeout(() => {
        if (this.courier.run === null) this.#giveUp(null);
      }, this.#setup.unreachedMs);
    });
    try {
      await this.#lanes;
      return (await this.#complete(interrupted)) ? "sent" : "kept";
    } finally {
      clearTimeout(deadline);
      clearTimeout(unreached);
    }
  }

  #cut(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#journal.cut();
    this.#wake();
  }

  async #complete(interrupted: string | undefined): Promise<boolean> {
    for (let failures = 0; !this.#gaveUp;) {
      try {
        if ((await this.courier.complete(interrupted, this.#abort.signal)) !== false) return true;
        while (await this.courier.sendBatch(this.#abort.signal));
      } catch (error) {
        if (!isTransient(error)) this.#giveUp(error);
        else await this.#pause(delayMs(defaultBackoff, ++failures, Math.random()));
      }
    }
    return false;
  }

  /** Repeats a step until nothing is left at the end of the run, or it makes no sense any more. */
  async #lane(step: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    await this.#setup.ready;
    for (let failures = 0; !this.#gaveUp;) {
      try {
        if (await step(this.#abort.signal)) failures = 0;
        else if (this.#finishing) return;
        else await this.#pause((this.courier.run?.heartbeatSeconds ?? 60) * 500);
      } catch (error) {
        failures += 1;
        if (!isTransient(error) || (this.#finishing && this.courier.run === null)) return this.#giveUp(error);
        this.#setup.onTrouble(reasonOf(error));
        const wait = delayMs(defaultBackoff, failures, Math.random());
        await this.#rest(wait);
      }
    }
  }

  async #sendOrBeat(signal: AbortSignal): Promise<boolean> {
    if (await this.courier.sendBatch(signal)) {
      this.#spoke = Date.now();
      return true;
    }
    const beatMs = (this.courier.run?.heartbeatSeconds ?? 60) * 500;
    if (this.#finishing || Date.now() - this.#spoke < beatMs) return false;
    await this.courier.beat(signal);
    this.#spoke = Date.now();
    return false;
  }

  /**
   * @param error Null: the time is up, which the caller reports.
   */
  #giveUp(error: unknown): void {
    if (this.#gaveUp) return;
    this.#gaveUp = true;
    if (error !== null && !this.#abort.signal.aborted) this.#setup.onTrouble(reasonOf(error));
    this.#abort.abort();
    this.#wake();
  }

  #wake(): void {
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) wake();
  }

  /** After a failure: new results do not shorten it, the end of the run does. */
  async #rest(ms: number): Promise<void> {
    if (this.#finishing) return this.#pause(Math.min(ms, 2000));
    const until = Date.now() + ms;
    while (!this.#finishing && !this.#gaveUp && Date.now() < until) await this.#pause(until - Date.now());
  }

  /** Until something is to be done, or the time is over. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      // While tests run nothing of ours keeps the process; at its end we have our limit.
      if (!this.#finishing) timer.unref();
      this.#wakes.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
