import { inProject, onServer, signedIn, type Statuses } from "./permission-statuses.ts";

/** Expected statuses of the endpoints for connectors, tickets, messages and webhooks. */
export const integrationPermissions: Readonly<Record<string, Statuses>> = {
  "GET /api/connectors": signedIn(),
  "GET /api/connectors/:connectorId": onServer("admin"),
  // 400: allowed, but the form is empty.
  "PUT /api/connectors/:connectorId": onServer("admin", { status: 400 }),
  // 409: allowed, but the connector is not configured.
  "POST /api/connectors/:connectorId/test": onServer("admin", { status: 409 }),
  "PUT /api/connectors/:connectorId/disabled": onServer("admin", { status: 409 }),
  "DELETE /api/connectors/:connectorId": onServer("admin", { status: 409 }),
  "GET /api/projects/:projectId/connectors": inProject("lead"),
  "GET /api/projects/:projectId/connectors/:connectorId": inProject("lead"),
  "PUT /api/projects/:projectId/connectors/:connectorId": inProject("lead", { status: 400 }),
  "POST /api/projects/:projectId/connectors/:connectorId/test": inProject("lead", { status: 409 }),
  "PUT /api/projects/:projectId/connectors/:connectorId/disabled": inProject("lead", { status: 409 }),
  "DELETE /api/projects/:projectId/connectors/:connectorId": inProject("lead", { status: 409 }),
  "GET /api/projects/:projectId/bindings": inProject("lead"),
  // 409: allowed, but the server has no such connector.
  "POST /api/projects/:projectId/bindings": inProject("lead", { status: 409 }),
  // 404: a binding of another project.
  "PUT /api/projects/:projectId/bindings/:bindingId": inProject("lead", { status: 404 }),
  "DELETE /api/projects/:projectId/bindings/:bindingId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/bindings/:bindingId/test": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/bindings/:bindingId/deliveries": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId/redeliver": inProject("lead", {
    status: 404,
  }),
  "GET /api/analysis/projects/:projectId/trackers": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/tickets": inProject("viewer", { key: "readingKey" }),
  // 404: a binding or a ticket of another project.
  "POST /api/analysis/projects/:projectId/tickets/preview": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/tickets": inProject("user", { status: 404 }),
  "GET /api/analysis/projects/:projectId/tickets/find": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/tickets/link": inProject("user", { status: 404 }),
  "DELETE /api/analysis/projects/:projectId/tickets/:ticketId": inProject("user", { status: 404 }),
  "GET /api/projects/:projectId/notification-rules": inProject("viewer", { key: "readingKey" }),
  "POST /api/projects/:projectId/notification-rules/preview": inProject("lead"),
  // 400: the project has no channel. 404: a rule of another project.
  "POST /api/projects/:projectId/notification-rules": inProject("lead", { status: 400 }),
  "PUT /api/projects/:projectId/notification-rules/:ruleId": inProject("lead", { status: 404 }),
  "DELETE /api/projects/:projectId/notification-rules/:ruleId": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/webhooks": inProject("lead"),
  "POST /api/projects/:projectId/webhooks": inProject("lead"),
  // 404: a webhook of another project.
  "PUT /api/projects/:projectId/webhooks/:webhookId": inProject("lead", { status: 404 }),
  "DELETE /api/projects/:projectId/webhooks/:webhookId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/webhooks/:webhookId/test": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/webhooks/:webhookId/deliveries": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/redeliver": inProject("lead", {
    status: 404,
  }),
  "GET /api/deliveries/failed": onServer("admin"),
  "POST /api/deliveries/failed/resend": onServer("admin"),
  "POST /api/deliveries/failed/dismiss": onServer("admin"),
  "GET /api/projects/:projectId/deliveries/failed": inProject("lead"),
  "POST /api/projects/:projectId/deliveries/failed/resend": inProject("lead"),
  "POST /api/projects/:projectId/deliveries/failed/dismiss": inProject("lead"),
};
