import type { Endpoint } from "#endpoint.ts";
import { bindingEndpoints } from "./bindings.ts";
import {
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "./connectors.ts";
import { notificationRuleEndpoints } from "./notification-rules.ts";
import { failedDeliveryEndpoints } from "./outbox.ts";
import { ticketEndpoints } from "./tickets.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  readWebhookDelivery,
  redeliverWebhook,
  testWebhook,
  updateWebhook,
} from "./webhooks.ts";

/** Endpoints for connectors and webhooks. */
export const integrationEndpoints: readonly Endpoint[] = [
  listConnectors,
  readConnector,
  saveConnector,
  testConnector,
  switchConnector,
  removeConnector,
  ...bindingEndpoints,
  ...ticketEndpoints,
  ...notificationRuleEndpoints,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  readWebhookDelivery,
  redeliverWebhook,
  ...failedDeliveryEndpoints,
];
