import { type ErrorCode, errorStatus } from "@plumb/contract/errors.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";

/** An expected refusal. Anything else that is thrown is a bug. */
export class Failure extends Error {
  readonly code: ErrorCode;
  /** Fields that the answer carries next to the refusal. */
  readonly extra: Record<string, unknown>;
  /** How long to wait before the next attempt, in seconds; null if the code alone decides. */
  readonly retryAfter: number | null;

  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.extra = extra;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Refuses what was sent because of single fields; a form shows each sentence next to its field. */
export function refusedFields(fields: FieldErrors, code: ErrorCode = "invalid"): Failure {
  return new Failure(code, [...new Set(Object.values(fields))].join(", "), { fields });
}

/** The same where there may be nothing wrong. @throws Failure `invalid` if there is. */
export function refuseAny(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw refusedFields(fields);
}
