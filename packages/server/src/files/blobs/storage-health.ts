import type { Logger } from "pino";
import { machineFault } from "#core/machine-fault.ts";
import { storageError } from "./storage-error.ts";

/** Follows whether the object storage works, by the requests that are sent anyway. Logs when this changes, not for every failed request. */
export class StorageHealth {
  readonly #log: Pick<Logger, "error" | "warn"> | undefined;
  #fault: string | null = null;
  #isProbing = false;

  constructor(log: Pick<Logger, "error" | "warn"> | undefined) {
    this.#log = log;
  }

  get fault(): string | null {
    return this.#fault;
  }

  /** Waits for a request, and throws its error as a `StorageError`. */
  async follow<Value>(request: Promise<Value>): Promise<Value> {
    try {
      const value = await request;
      this.#recovered();
      return value;
    } catch (error) {
      throw this.failed(error);
    }
  }

  /** Returns `null` if the object does not exist, which the storage reports as an error. */
  async ifPresent<Value>(request: Promise<Value>): Promise<Value | null> {
    return this.follow(
      request.catch((error: unknown) => {
        if (["NoSuchKey", "NotFound"].includes((error as Error).name)) return null;
        throw error;
      }),
    );
  }

  /** Sends a request, unless one is already on its way, to find out whether the storage works again. */
  probe(request: () => Promise<unknown>): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const ended = () => {
      this.#isProbing = false;
    };
    // Its result is recorded by the request itself.
    request().then(ended, ended);
  }

  failed(cause: unknown): Error {
    const error = storageError(cause);
    // One damaged object says nothing about the storage.
    if (error.code === "STORAGE_DAMAGED") this.#log?.error({ err: error }, "a stored file is damaged");
    else {
      const fault = machineFault(error);
      if (fault !== this.#fault) this.#log?.error({ err: error }, "object storage unavailable");
      this.#fault = fault;
    }
    return error;
  }

  #recovered(): void {
    if (this.#fault !== null) this.#log?.warn("the object storage works again");
    this.#fault = null;
  }
}
