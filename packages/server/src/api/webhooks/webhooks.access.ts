import { listBindingDeliveries, readBindingDelivery, redeliverBinding } from "@plumb/contract/integrations/bindings.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  readWebhookDelivery,
  redeliverWebhook,
  testWebhook,
  updateWebhook,
} from "@plumb/contract/integrations/webhooks.ts";
import {
  dismissFailedDeliveries,
  dismissFailedMails,
  listFailedDeliveries,
  listFailedMails,
  resendFailedDeliveries,
  resendFailedMails,
} from "@plumb/contract/integrations/outbox.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listBindingDeliveries, callers: "leads", status: 404 },
  { endpoint: readBindingDelivery, callers: "leads", status: 404 },
  { endpoint: redeliverBinding, callers: "leads", status: 404, audit: ["deliveries.resent"] },
  { endpoint: listWebhooks, callers: "leads" },
  {
    endpoint: createWebhook,
    callers: "leads",
    audit: ["webhook.created"],
    sample: { body: { url: "https://hooks.example.test/", events: ["run.failed"] } },
  },
  // 404: a webhook of another project.
  {
    endpoint: updateWebhook,
    callers: "leads",
    status: 404,
    audit: ["webhook.changed"],
    sample: { body: { enabled: false } },
  },
  { endpoint: deleteWebhook, callers: "leads", status: 404, audit: ["webhook.deleted"] },
  { endpoint: testWebhook, callers: "leads", status: 404, audit: ["webhook.tested"] },
  { endpoint: listWebhookDeliveries, callers: "leads", status: 404 },
  { endpoint: readWebhookDelivery, callers: "leads", status: 404 },
  { endpoint: redeliverWebhook, callers: "leads", status: 404, audit: ["deliveries.resent"] },
  { endpoint: listFailedMails, callers: "admins" },
  { endpoint: resendFailedMails, callers: "admins", audit: ["deliveries.resent"] },
  { endpoint: dismissFailedMails, callers: "admins", audit: ["deliveries.dismissed"] },
  { endpoint: listFailedDeliveries, callers: "leads" },
  { endpoint: resendFailedDeliveries, callers: "leads", audit: ["deliveries.resent"] },
  { endpoint: dismissFailedDeliveries, callers: "leads", audit: ["deliveries.dismissed"] },
];
