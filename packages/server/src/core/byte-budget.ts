import { ApiError } from "./api-error.ts";

/** Bytes reserved by a request. */
export interface HeldBytes {
  /** @throws ApiError if there is currently no space. */
  readonly add: (bytes: number) => void;
  readonly release: () => void;
}

/**
 * Memory or disk space for uploads, shared by all projects. A project can reserve at most half of the space that other projects do not use, so that
 * it cannot block them. If nothing is reserved, one request may exceed that share. Otherwise, the largest requests would never fit.
 */
export class ByteBudget {
  readonly #refusal: () => ApiError;
  readonly #held = new Map<number, number>();
  #max: number;
  #total = 0;

  constructor(
    max: number,
    refusal = () =>
      new ApiError("rate_limited", "Too many batches are waiting to be recorded. Send this one again.", {}, 2),
  ) {
    this.#max = max;
    this.#refusal = refusal;
  }

  get total(): number {
    return this.#total;
  }

  /** Applies to new reservations only. */
  limitTo(max: number): void {
    this.#max = max;
  }

  open(projectId: number): HeldBytes {
    let own = 0;
    return {
      add: (bytes) => {
        this.#refuseMore(projectId, bytes);
        own += bytes;
        this.#change(projectId, bytes);
      },
      release: () => {
        this.#change(projectId, -own);
        own = 0;
      },
    };
  }

  async hold<Value>(projectId: number, bytes: number, work: () => Promise<Value>): Promise<Value> {
    const held = this.open(projectId);
    held.add(bytes);
    try {
      return await work();
    } finally {
      held.release();
    }
  }

  #refuseMore(projectId: number, bytes: number): void {
    if (this.#total === 0) return;
    const held = this.#held.get(projectId) ?? 0;
    const share = (this.#max - (this.#total - held)) / 2;
    if (held + bytes > share) throw this.#refusal();
  }

  #change(projectId: number, bytes: number): void {
    this.#total += bytes;
    const held = (this.#held.get(projectId) ?? 0) + bytes;
    if (held > 0) this.#held.set(projectId, held);
    else this.#held.delete(projectId);
  }
}
