import { cut } from "@plumb/contract/text/cut.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

const maxLength = 1000;

/** An unusable response of a service. The message is for users and contains no secrets. */
export class ServiceError extends OutgoingError {
  override readonly name = "ServiceError";
  /** HTTP status; `null` if the service reported the error in another way. */
  readonly status: number | null;
  /** `destination`: any request would have failed. `request`: the service rejected this one. */
  readonly scope: "destination" | "request";
  /** Time that the service asked to wait. */
  readonly retryAfterMs: number | null;
  /** True if another attempt of this request would fail too, or would do something twice. */
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
