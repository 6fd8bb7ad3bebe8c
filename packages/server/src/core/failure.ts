import { type ErrorCode, errorStatus } from "@plumb/contract/errors.ts";

/** An expected refusal. Anything else that is thrown is a bug. */
export class Failure extends Error {
  readonly code: ErrorCode;
  /** Fields that the answer carries beside the refusal. */
  readonly extra: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
