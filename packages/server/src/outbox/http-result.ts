import type { OutgoingAnswer } from "#outgoing/outgoing.ts";
import type { AttemptProblem, AttemptResult } from "#outbox/attempt.ts";
import { maxPauseMs } from "#store/outbox/queue.ts";

const maxStoredAnswerBytes = 1024;

/** Statuses about the content of a single delivery. All other failures would also happen to the next delivery. */
const rejections: ReadonlySet<number> = new Set([
  400, 406, 409, 411, 412, 413, 414, 415, 416, 417, 422, 424, 428, 431, 451,
]);

/**
 * Returns the result of a request whose response is 2xx if it was delivered.
 *
 * @param secrets Texts to remove from the stored response, because receivers may repeat what they got.
 */
export function httpResult(
  { status, headers, body }: OutgoingAnswer,
  now: Date,
  secrets: readonly string[],
): AttemptResult {
  const message = statusMessage(status);
  const problem: AttemptProblem | null =
    message === null
      ? null
      : {
          message,
          scope: rejections.has(status) ? "delivery" : "destination",
          retryAfterMs: retryAfterMs(headers, now),
        };
  return { responseStatus: status, responseBody: storedStart(body, secrets), problem };
}

function statusMessage(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver responded with a redirect (${status}). Redirects are not followed: enter the final address.`;
  return `The receiver responded with ${status} instead of 2xx.`;
}

/**
 * Returns the time of a `Retry-After` header in seconds or as a date, up to two hours; `null` if it is missing or invalid. A date is compared with the
 * clock of the receiver (`Date`), which may differ from ours.
 */
export function retryAfterMs(headers: OutgoingAnswer["headers"], now: Date): number | null {
  const text = String(headers["retry-after"] ?? "").trim();
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
  const dateMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const theirs = Date.parse(String(headers["date"] ?? ""));
  const ms = seconds === null ? dateMs - (Number.isNaN(theirs) ? now.getTime() : theirs) : Math.ceil(seconds * 1000);
  return ms > 0 ? Math.min(ms, maxPauseMs.destination) : null;
}

/** Returns the start of a response without secrets, and without NUL, which PostgreSQL cannot store. */
function storedStart(body: string, secrets: readonly string[]): string {
  const text = secrets.reduce((left, secret) => left.replaceAll(secret, "[removed]"), body);
  return Buffer.from(text).subarray(0, maxStoredAnswerBytes).toString().replaceAll("\0", "");
}
