import { defaultBackoff, delayMs, isTransient } from "@plumb/client/retry.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { Uploader } from "#uploader.ts";
import { type Spool } from "#spool.ts";

export interface LiveSetup {
  readonly url: string;
  readonly key: string;
  /** Time limit of `finish`. */
  readonly timeoutMs: number;
  /** Time limit of `finish` for a server that was never reached, measured from the first request. */
  readonly unreachedMs: number;
  /** The run is opened after this promise, which must not reject. */
  readonly ready: Promise<void>;
  /** Called for each failed request. */
  readonly onTrouble: (reason: string) => void;
}

/** Maximum size of a batch in characters. */
const batchCharacters = 512 * 1024;
/** Maximum age of a batch. The limit is higher if the server falls behind. */
const batchAgeMs = 1000;
const laggingAgeMs = 5000;

/** `sent`: the server has everything. `kept`: the journal still contains unsent data. */
export type Outcome = "sent" | "kept";

/**
 * Sends a journal to the server while it grows. Only `finish` waits for the server, up to its time limit. The timers do not keep the process running.
 */
export class LiveReport {
  readonly uploader: Uploader;
  readonly #spool: Spool;
  readonly #setup: LiveSetup;
  readonly #abort = new AbortController();
  #lanes: Promise<unknown> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #wakes: (() => void)[] = [];
  #finishing = false;
  #gaveUp = false;
  /** Time of the last successful request. */
  #spoke = Date.now();

  constructor(spool: Spool, setup: LiveSetup) {
    this.#spool = spool;
    this.#setup = setup;
    this.uploader = new Uploader(spool, setup);
  }

  start(): void {
    this.#lanes ??= Promise.all([
      this.#lane((signal) => this.#sendOrBeat(signal)),
      this.#lane((signal) => this.uploader.sendFile(signal)),
    ]);
  }

  add(event: ResultEvent): void {
    this.#spool.add(event);
    if (this.#spool.pending >= batchCharacters) this.#cut();
    else
      this.#timer ??= setTimeout(() => this.#cut(), this.uploader.batchesLeft > 1 ? laggingAgeMs : batchAgeMs).unref();
  }

  addFile(file: Parameters<Spool["addFile"]>[0]): void {
    this.#spool.addFile(file);
    this.#wake();
  }

  /** Resolves when the server was reached or the time limit has passed; `courier.run` shows which. */
  async reached(): Promise<void> {
    await this.#setup.ready;
    await this.uploader.open(AbortSignal.timeout(this.#setup.unreachedMs)).catch(() => null);
  }

  /** Sends the rest of the journal within the time limit. If everything was sent, the journal can be removed. */
  async finish(interrupted?: string, withinMs = this.#setup.timeoutMs): Promise<Outcome> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#spool.end(interrupted);
    this.#finishing = true;
    this.#wake();
    const deadline = setTimeout(() => this.#giveUp(null), withinMs);
    let unreached: NodeJS.Timeout | undefined;
    void this.#setup.ready.then(() => {
      unreached = setTimeout(() => {
        if (this.uploader.run === null) this.#giveUp(null);
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
    this.#spool.cut();
    this.#wake();
  }

  async #complete(interrupted: string | undefined): Promise<boolean> {
    for (let failures = 0; !this.#gaveUp;) {
      try {
        if ((await this.uploader.complete(interrupted, this.#abort.signal)) !== false) return true;
        while (await this.uploader.sendBatch(this.#abort.signal));
      } catch (error) {
        if (!isTransient(error)) this.#giveUp(error);
        else await this.#pause(delayMs(defaultBackoff, ++failures, Math.random()));
      }
    }
    return false;
  }

  /** Repeats a step until the run has ended and nothing is left to send, or until an error makes further attempts pointless. */
  async #lane(step: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    await this.#setup.ready;
    for (let failures = 0; !this.#gaveUp;) {
      try {
        if (await step(this.#abort.signal)) failures = 0;
        else if (this.#finishing) return;
        else await this.#pause((this.uploader.run?.heartbeatSeconds ?? 60) * 500);
      } catch (error) {
        failures += 1;
        if (!isTransient(error) || (this.#finishing && this.uploader.run === null)) return this.#giveUp(error);
        this.#setup.onTrouble(reasonOf(error));
        const wait = delayMs(defaultBackoff, failures, Math.random());
        await this.#rest(wait);
      }
    }
  }

  async #sendOrBeat(signal: AbortSignal): Promise<boolean> {
    if (await this.uploader.sendBatch(signal)) {
      this.#spoke = Date.now();
      return true;
    }
    const beatMs = (this.uploader.run?.heartbeatSeconds ?? 60) * 500;
    if (this.#finishing || Date.now() - this.#spoke < beatMs) return false;
    await this.uploader.beat(signal);
    this.#spoke = Date.now();
    return false;
  }

  /** @param error `null` for a timeout, which the caller reports. */
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

  /** Waits after an error. The end of the run shortens the wait; new results do not. */
  async #rest(ms: number): Promise<void> {
    if (this.#finishing) return this.#pause(Math.min(ms, 2000));
    const until = Date.now() + ms;
    while (!this.#finishing && !this.#gaveUp && Date.now() < until) await this.#pause(until - Date.now());
  }

  /** Waits until there is work to do or the time has passed. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      // The timer must not keep the process running while tests run. At the end, the time limit applies.
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
