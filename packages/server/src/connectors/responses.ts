import { cut } from "@plumb/contract/text/cut.ts";
import { plainLine } from "@plumb/contract/text/plain.ts";
import { ServiceError } from "./service-error.ts";
import type { OutgoingReply } from "#outgoing/outgoing.ts";
import { isRejection, retryAfterMs } from "#outgoing/response-status.ts";

/** Messages about rejected requests. */
export interface Refusals {
  /** Of 401. */
  readonly credentials: string;
  /** Message for status 403; `credentials` by default. */
  readonly rights?: string;
  /** Of 404 and 410. */
  readonly missing: string;
  /** `request` if the next request may be about something that exists. */
  readonly missingScope?: ServiceError["scope"];
}

/** Parts of an error message that only some callers know. */
interface ErrorDetails {
  readonly refusals?: Refusals;
  /** Reasons that the service gave, without secrets. */
  readonly reasons?: readonly string[];
  readonly now?: Date;
}

/** Returns the error for a response that is not a success. */
export function unexpected(service: string, response: OutgoingReply, details: ErrorDetails = {}): ServiceError {
  const { status, headers } = response;
  const { refusals, now = new Date() } = details;
  const isMissing = status === 404 || status === 410;
  const scope = isMissing ? (refusals?.missingScope ?? "destination") : isRejection(status) ? "request" : "destination";
  return new ServiceError(message(service, response, details), {
    status,
    scope,
    retryAfterMs: retryAfterMs(headers, now),
  });
}

function message(
  service: string,
  { status, headers }: OutgoingReply,
  { refusals, reasons = [] }: ErrorDetails,
): string {
  if (status >= 300 && status < 400) {
    const target = URL.parse(String(headers["location"] ?? ""))?.origin;
    const where = target === undefined ? "" : ` to ${target}`;
    return `${service} redirects${where} (HTTP ${status}). Enter the address it redirects to.`;
  }
  if (status === 429) return `${service} received too many requests (HTTP 429). Try again later.`;
  if (status >= 500) return `${service} has a problem (HTTP ${status}). Try again later.`;
  const input = reasons.length === 0 ? "" : cut(reasons.join("; "), 500).replace(/\.$/, "");
  const own =
    status === 401
      ? refusals && rejected(refusals.credentials, reasons)
      : status === 403
        ? (refusals?.rights ?? refusals?.credentials)
        : status === 404 || status === 410
          ? refusals?.missing
          : undefined;
  if (own !== undefined) return input === "" || status === 401 ? own : `${own} ${service} says: ${input}.`;
  return input === ""
    ? `${service} refused the request (HTTP ${status}).`
    : `${service} refused the request (HTTP ${status}): ${input}.`;
}

/** Returns the message about rejected credentials, which mentions their expiry if the service reports it. */
export function rejected(credentials: string, reasons: readonly string[]): string {
  return reasons.some((reason) => /(?<![a-z])expired(?![a-z])/i.test(reason))
    ? `${credentials} It has expired: create a new one.`
    : credentials;
}

export function notItsApi(service: string): ServiceError {
  return new ServiceError(`This address did not respond like the ${service} API. Check the address.`, {
    scope: "destination",
  });
}

/** Returns a text of a response on one line, for use in a message; `fallback` if it is empty or not a text. */
export function textOf(value: unknown, fallback: string): string {
  const text = typeof value === "string" ? plainLine(value.slice(0, 1000)).trim() : "";
  return text === "" ? fallback : cut(text, 200);
}
