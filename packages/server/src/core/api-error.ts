import { type ErrorCode, errorStatus } from "@plumb/contract/errors.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";

/** An expected error with a response for the client. Any other thrown error is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Additional fields of the error response. */
  readonly extra: Record<string, unknown>;
  /** Seconds until the client may retry; `null` if the code alone decides. */
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

/** Returns an error about single fields of a request. Forms show each message next to its field. */
export function refusedFields(fields: FieldErrors, code: ErrorCode = "invalid"): ApiError {
  return new ApiError(code, [...new Set(Object.values(fields))].join(", "), { fields });
}

/** @throws ApiError `invalid` if there are errors. */
export function refuseAny(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw refusedFields(fields);
}
