import type { DeliveryEvent, Webhook, WebhookDelivery, WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";

export const eventLabels: Readonly<Record<WebhookEvent, { readonly word: string; readonly what: string }>> = {
  "run.finished": { word: "Run finished", what: "Every run, regardless of its result" },
  "run.failed": { word: "Run failed", what: "Every run that failed" },
  "failure.new": {
    word: "New failures",
    what: "Tests that fail now but did not in the previous run of the same suite and environment",
  },
};
export const offeredEvents = Object.keys(eventLabels) as WebhookEvent[];

/** Falls back to the name of the event, because a newer server may send unknown ones. */
export function eventWord(event: DeliveryEvent): string {
  return (isWebhookEvent(event) ? eventLabels[event].word : otherEvents[event]) ?? event;
}

const otherEvents = { message: "Message", ticket: "Ticket", "pull-request": "Pull request", ping: "Test" } as const;

function isWebhookEvent(event: DeliveryEvent): event is WebhookEvent {
  return event in eventLabels;
}

export type WebhookState = "delivering" | "failing" | "untried" | "disabled";

export function stateOf({ enabled, problem, lastAttempt, failingSince }: Webhook): WebhookState {
  if (!enabled) return "disabled";
  if (problem !== null || failingSince !== null || lastAttempt?.passed === false) return "failing";
  return lastAttempt === null ? "untried" : "delivering";
}

/** Returns the response status, such as `200`, or a text if there was no response. */
export function answerWord({ responseStatus, lastAttemptAt }: WebhookDelivery): string {
  if (responseStatus !== null) return String(responseStatus);
  return lastAttemptAt === null ? "–" : "No response";
}

/** Returns the time until a date: `now`, `in 40 s`, `in 12 min`. */
export function dueIn(timestamp: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(timestamp) - nowMs) / 1000);
  if (seconds <= 0) return "now";
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`;
}
