import type { ErrorCode } from "@plumb/contract/errors.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  422: "unreadable_report",
  429: "rate_limited",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** The server rejected the request. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  /** An error code of the contract. A newer server may send an unknown code. */
  readonly code: ErrorCode;
  /** Id of the server's log entry for an internal error. */
  readonly incident: string | null;
  /** Time in milliseconds to wait before the next attempt; `null` if the server did not specify it. */
  readonly retryAfterMs: number | null;
  /** Errors of individual fields by their path in the request; empty if the error has another reason. */
  readonly fields: FieldErrors;
  /** Parsed response body, which can contain more than the contract's `Refusal`, such as the file verdicts of an upload. */
  readonly body: unknown;

  constructor(
    refusal: Pick<RefusedError, "status" | "code" | "message" | "incident" | "retryAfterMs" | "fields" | "body">,
  ) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.incident = refusal.incident;
    this.retryAfterMs = refusal.retryAfterMs;
    this.fields = refusal.fields;
    this.body = refusal.body;
  }
}

/** No response arrived: the server is down, the address is wrong, or the connection broke. The server may still have processed the request. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** The response has a success status, but is not from Plumb. It is usually from a proxy or from another program at that address. */
export class UnexpectedResponseError extends Error {
  override readonly name = "UnexpectedResponseError";
}

/**
 * Returns the error for a failed response. If the body is not from the API (HTML of a proxy, or empty), the code
 * and the message are based on the status.
 *
 * @param retryAfter The `Retry-After` header: seconds, or a date, relative to `nowMs`.
 */
export function refusedError(
  status: number,
  text: string,
  retryAfter: string | null,
  nowMs: number = Date.now(),
): RefusedError {
  const body = parseJson(text);
  const refusal = recordOf(body);
  return new RefusedError({
    status,
    code: typeof refusal["code"] === "string" ? (refusal["code"] as ErrorCode) : (codeOfStatus[status] ?? "internal"),
    message: typeof refusal["error"] === "string" ? refusal["error"] : messageOf(status),
    incident: typeof refusal["incident"] === "string" ? refusal["incident"] : null,
    retryAfterMs: parseRetryAfter(retryAfter, nowMs),
    fields: Object.fromEntries(
      Object.entries(recordOf(refusal["fields"])).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    ),
    body,
  });
}

function messageOf(status: number): string {
  return status >= 500
    ? `Something went wrong on the server (${status}). Try again.`
    : `The server refused the request (${status}).`;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function parseRetryAfter(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null || retryAfter.trim() === "") return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
