import type { OutgoingReply } from "#outgoing/outgoing.ts";
import { isRejection, retryAfterMs } from "#outgoing/response-status.ts";
import type { AttemptProblem, AttemptResult } from "./attempt.ts";
import { storedStart } from "./without-secrets.ts";

/**
 * Returns the result of a request whose response is 2xx if it was delivered.
 *
 * @param secrets Texts to remove from the stored response, because receivers may include them in the response.
 */
export function httpResult(
  { status, headers, body }: OutgoingReply,
  now: Date,
  secrets: readonly string[],
): AttemptResult {
  const message = statusMessage(status);
  const problem: AttemptProblem | null =
    message === null
      ? null
      : {
          message,
          scope: isRejection(status) ? "delivery" : "destination",
          retryAfterMs: retryAfterMs(headers, now),
        };
  return { request: null, responseStatus: status, responseBody: storedStart(body, secrets), problem };
}

function statusMessage(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver responded with a redirect (${status}). Redirects are not followed: enter the final address.`;
  return `The receiver responded with ${status} instead of 2xx.`;
}
