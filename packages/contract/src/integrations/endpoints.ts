import type { Endpoint } from "#endpoint.ts";
import {
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "./connectors.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  testWebhook,
  updateWebhook,
} from "./webhooks.ts";

/** What Plumb tells other systems, and how it reaches them. */
export const integrationEndpoints: readonly Endpoint[] = [
  listConnectors,
  readConnector,
  saveConnector,
  testConnector,
  switchConnector,
  removeConnector,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
];
