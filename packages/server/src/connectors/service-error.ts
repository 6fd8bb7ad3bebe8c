import { cut } from "@plumb/contract/text/cut.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

const maxLength = 1000;

/** An unusable response from a service. The message is for users and contains no secrets. */
export class ServiceError extends OutgoingError {
  override readonly name = "ServiceError";
  /** HTTP status; `null` if the service reported the error in another way. */
  readonly status: number | null;
  /** `destination`: any request would have failed. `request`: the service rejected this one. */
  readonly scope: "destination" | "request";
  /** Delay that the service requested before the next attempt. */
  readonly retryAfterMs: number | null;
  /** True if retrying the request would fail as well, or would have its effect twice. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    options: {
      status?: number | null;
      scope: "destination" | "request";
      retryAfterMs?: number | null;
      isFinal?: boolean;
    },
  ) {
    // It may contain names that the service chose.
    super(cut(message, maxLength));
    this.status = options.status ?? null;
    this.scope = options.scope;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isFinal = options.isFinal ?? false;
  }
}
