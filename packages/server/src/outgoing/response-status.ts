import type { OutgoingReply } from "./outgoing.ts";

/** Statuses about the content of a single request. All other failures would affect the next request, too. */
const rejections: ReadonlySet<number> = new Set([
  400, 406, 409, 411, 412, 413, 414, 415, 416, 417, 422, 424, 428, 431, 451,
]);

/** Returns true if the service rejected this request, and may accept another one. */
export function isRejection(status: number): boolean {
  return rejections.has(status);
}

/**
 * Returns the time of a `Retry-After` header in seconds or as a date; `null` if it is missing or invalid. A date is compared with the receiver's
 * clock (`Date`), which may differ from ours.
 */
export function retryAfterMs(headers: OutgoingReply["headers"], now: Date): number | null {
  const text = String(headers["retry-after"] ?? "").trim();
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
  const dateMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const ms = seconds === null ? dateMs - serviceTimeMs(headers, now) : Math.ceil(seconds * 1000);
  return ms > 0 ? ms : null;
}

/** Returns the service's time, or ours if the service does not send it. */
export function serviceTimeMs(headers: OutgoingReply["headers"], now: Date): number {
  const theirs = Date.parse(String(headers["date"] ?? ""));
  return Number.isNaN(theirs) ? now.getTime() : theirs;
}
