import { defaultBackoff, delayMs, isTransient } from "@plumb/client/retry.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { Uploader } from "./uploader.ts";
import { type Spool } from "./spool.ts";

export interface LiveReportOptions {
  readonly url: string;
  readonly key: string;
  /** Time limit of `finish`. */
  readonly timeoutMs: number;
  /** Time limit of `finish` for a server that was never reached, measured from the first request. */
  readonly unreachedMs: number;
  /** The run is opened after this promise, which must not reject. */
  readonly ready: Promise<void>;
  /** Called for each failed request. */
  readonly onError: (reason: string) => void;
}

/** Maximum size of a batch in characters. */
const batchCharacters = 512 * 1024;
/** Maximum age of a batch. The limit is higher if the server falls behind. */
const batchAgeMs = 1000;
const laggingAgeMs = 5000;

/** `sent`: the server has everything. `kept`: the spool still contains unsent data. */
export type Outcome = "sent" | "kept";

/**
 * Sends a spool to the server while it grows. Only `finish` waits for the server, up to its time limit. The timers do not keep the process running.
 */
export class LiveReport {
  readonly uploader: Uploader;
  readonly #spool: Spool;
  readonly #options: LiveReportOptions;
  readonly #abort = new AbortController();
  #loops: Promise<unknown> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #wakeListeners: (() => void)[] = [];
  #finishing = false;
  #gaveUp = false;
  /** Time of the last successful request. */
  #lastSuccessAt = Date.now();

  constructor(spool: Spool, options: LiveReportOptions) {
    this.#spool = spool;
    this.#options = options;
    this.uploader = new Uploader(spool, options);
  }

  start(): void {
    this.#loops ??= Promise.all([
      this.#repeat((signal) => this.#sendBatchOrHeartbeat(signal)),
      this.#repeat((signal) => this.uploader.sendFile(signal)),
    ]);
  }

  add(event: ResultEvent): void {
    this.#spool.add(event);
    if (this.#spool.pending >= batchCharacters) this.#endBatch();
    else
      this.#timer ??= setTimeout(
        () => this.#endBatch(),
        this.uploader.batchesLeft > 1 ? laggingAgeMs : batchAgeMs,
      ).unref();
  }

  addFile(file: Parameters<Spool["addFile"]>[0]): void {
    this.#spool.addFile(file);
    this.#wake();
  }

  /** Resolves when the server was reached or the time limit has passed; `uploader.run` shows which. */
  async waitUntilReached(): Promise<void> {
    await this.#options.ready;
    await this.uploader.open(AbortSignal.timeout(this.#options.unreachedMs)).catch(() => null);
  }

  /** Sends the rest of the spool within the time limit. If everything was sent, the spool can be removed. */
  async finish(interrupted?: string, withinMs = this.#options.timeoutMs): Promise<Outcome> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#spool.end(interrupted);
    this.#finishing = true;
    this.#wake();
    const deadline = setTimeout(() => this.#giveUp(null), withinMs);
    let unreached: NodeJS.Timeout | undefined;
    void this.#options.ready.then(() => {
      unreached = setTimeout(() => {
        if (this.uploader.run === null) this.#giveUp(null);
      }, this.#options.unreachedMs);
    });
    try {
      await this.#loops;
      return (await this.#complete(interrupted)) ? "sent" : "kept";
    } finally {
      clearTimeout(deadline);
      clearTimeout(unreached);
    }
  }

  #endBatch(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#spool.endBatch();
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
  async #repeat(step: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    await this.#options.ready;
    for (let failures = 0; !this.#gaveUp;) {
      try {
        if (await step(this.#abort.signal)) failures = 0;
        else if (this.#finishing) return;
        else await this.#pause((this.uploader.run?.heartbeatSeconds ?? 60) * 500);
      } catch (error) {
        failures += 1;
        if (!isTransient(error) || (this.#finishing && this.uploader.run === null)) return this.#giveUp(error);
        this.#options.onError(reasonOf(error));
        const wait = delayMs(defaultBackoff, failures, Math.random());
        await this.#waitAfterError(wait);
      }
    }
  }

  async #sendBatchOrHeartbeat(signal: AbortSignal): Promise<boolean> {
    if (await this.uploader.sendBatch(signal)) {
      this.#lastSuccessAt = Date.now();
      return true;
    }
    const heartbeatMs = (this.uploader.run?.heartbeatSeconds ?? 60) * 500;
    if (this.#finishing || Date.now() - this.#lastSuccessAt < heartbeatMs) return false;
    await this.uploader.sendHeartbeat(signal);
    this.#lastSuccessAt = Date.now();
    return false;
  }

  /** @param error `null` for a timeout, which the caller reports. */
  #giveUp(error: unknown): void {
    if (this.#gaveUp) return;
    this.#gaveUp = true;
    if (error !== null && !this.#abort.signal.aborted) this.#options.onError(reasonOf(error));
    this.#abort.abort();
    this.#wake();
  }

  #wake(): void {
    const listeners = this.#wakeListeners;
    this.#wakeListeners = [];
    for (const wake of listeners) wake();
  }

  /** Waits after an error. The end of the run shortens the wait; new results do not. */
  async #waitAfterError(ms: number): Promise<void> {
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
      this.#wakeListeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
