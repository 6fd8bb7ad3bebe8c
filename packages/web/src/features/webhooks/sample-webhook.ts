import type { Webhook, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";

export function sampleWebhook(change: Partial<Webhook> = {}): Webhook {
  return {
    id: 1,
    url: "https://hooks.example.org/services/plumb",
    events: ["run.failed", "failure.new"],
    enabled: true,
    problem: null,
    createdAt: "2026-03-01T10:00:00.000Z",
    lastAttempt: { at: "2026-03-04T10:00:00.000Z", passed: true },
    failingSince: null,
    ...change,
  };
}

export function sampleDelivery(change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 41,
    event: "run.failed",
    title: null,
    reportId: 17,
    status: "delivered",
    attempts: 1,
    createdAt: "2026-03-04T10:00:00.000Z",
    nextAttemptAt: null,
    lastAttemptAt: "2026-03-04T10:00:01.000Z",
    durationMs: 84,
    responseStatus: 200,
    requestId: "7b0f7f6c-3f7c-4d0e-8f43-7c2a4d0f1a2b",
    request: null,
    responseBody: "ok",
    error: null,
    history: [],
    ...change,
  };
}
