import type { OutgoingAnswer } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Messages for administrators about rejected requests. */
export interface Refusals {
  /** Of 401. */
  readonly credentials: string;
  /** Message for status 403; `credentials` by default. */
  readonly rights?: string;
  /** Of 404. */
  readonly missing: string;
}

/**
 * Returns the response as a JSON object.
 *
 * @throws OutgoingError with a message for any other response.
 */
export function jsonAnswer(service: string, answer: OutgoingAnswer, refusals: Refusals): Record<string, unknown> {
  const { status } = answer;
  if (status === 401) throw new OutgoingError(refusals.credentials);
  if (status === 403) throw new OutgoingError(refusals.rights ?? refusals.credentials);
  if (status === 404) throw new OutgoingError(refusals.missing);
  if (status !== 200) throw unexpected(service, answer);
  const parsed = parsedJson(answer.body);
  if (typeof parsed !== "object" || parsed === null) throw notItsApi(service);
  return parsed as Record<string, unknown>;
}

export function unexpected(service: string, { status, headers }: OutgoingAnswer): OutgoingError {
  if (status >= 300 && status < 400) {
    const target = URL.parse(String(headers["location"] ?? ""))?.origin;
    const where = target === undefined ? "" : ` to ${target}`;
    return new OutgoingError(`${service} redirects${where} (HTTP ${status}). Enter the address it redirects to.`);
  }
  if (status === 429) return new OutgoingError(`${service} received too many requests (HTTP 429). Try again later.`);
  if (status >= 500) return new OutgoingError(`${service} has a problem (HTTP ${status}). Try again later.`);
  return new OutgoingError(`${service} refused the request (HTTP ${status}).`);
}

export function notItsApi(service: string): OutgoingError {
  return new OutgoingError(`This address did not respond like the ${service} API. Check the address.`);
}

/** Returns a text of a response for use in a message; `fallback` if it is empty or not a text. */
export function textOf(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : fallback;
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
