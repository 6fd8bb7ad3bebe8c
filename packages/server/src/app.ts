import { readArtifact } from "@plumb/contract/runs/artifacts.ts";
import { readBadge } from "@plumb/contract/projects/badge.ts";
import { readAvatar } from "@plumb/contract/people/avatar.ts";
import { bodyBytes } from "@plumb/contract/endpoint.ts";
import { endpoints } from "@plumb/contract/endpoints.ts";
import { returnOidc, startOidc } from "@plumb/contract/people/oidc.ts";
import { trackerWebhookPath } from "@plumb/contract/integrations/tickets.ts";
import { readLogo } from "@plumb/contract/administration/settings.ts";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { apiKeyRoutes } from "#api/api-keys/api-keys.ts";
import { uploadListRoutes } from "#api/uploads/uploads.ts";
import { serveArtifact } from "#api/artifacts/artifacts.ts";
import { auditRoutes } from "#api/audit/audit.ts";
import { jobRoutes } from "#api/jobs/jobs.ts";
import { commitRoutes } from "#api/commits/commits.ts";
import { compareRoutes } from "#api/compare/compare.ts";
import { serveBadge } from "#api/badge/badge.ts";
import { bindingRoutes } from "#api/connectors/bindings.ts";
import { connectorRoutes } from "#api/connectors/connectors.ts";
import { projectConnectorRoutes } from "#api/connectors/project-connectors.ts";
import { dashboardRoutes } from "#api/dashboard/dashboard.ts";
import { acceptInvitationRoutes } from "#api/invitations/accept-invitation.ts";
import { csvRoutes } from "#api/exports/csv.ts";
import { exportDownloadRoutes } from "#api/exports/export-downloads.ts";
import { exportRoutes } from "#api/exports/exports.ts";
import { decisionRoutes } from "#api/failures/decisions.ts";
import { labelRoutes } from "#api/failures/labels.ts";
import { deepAnalysisRoutes } from "#api/failures/deep-analysis.ts";
import { duplicateRoutes } from "#api/failures/duplicates.ts";
import { gateRoutes } from "#api/gate/gate.ts";
import { pullRequestRoutes } from "#api/pull-request/pull-request.ts";
import { flakinessRuleRoutes } from "#api/tests/flakiness-rule.ts";
import { ownerRoutes } from "#api/tests/owners.ts";
import { searchRoutes } from "#api/search/search.ts";
import { quarantineRoutes } from "#api/tests/quarantine.ts";
import { linkedTicketRoutes, ticketRoutes } from "#api/tickets/tickets.ts";
import { testRoutes } from "#api/tests/tests.ts";
import { attachmentRoutes } from "#api/items/attachments.ts";
import { agentChangeRoutes } from "#api/items/agent-changes.ts";
import { itemChangeRoutes } from "#api/items/item-changes.ts";
import { itemPartRoutes } from "#api/items/item-parts.ts";
import { itemRoutes } from "#api/items/items.ts";
import { failureViewRoutes } from "#api/failures/failure-views.ts";
import { savedFilterRoutes } from "#api/items/saved-filters.ts";
import { incidentRoutes } from "#api/failures/incidents.ts";
import { failureRoutes } from "#api/failures/failures.ts";
import { resolutionRoutes } from "#api/failures/resolutions.ts";
import { ruleRoutes } from "#api/failures/rules.ts";
import { suspectRoutes } from "#api/failures/suspects.ts";
import { groupRoutes } from "#api/failures/group-details.ts";
import { insightRoutes } from "#api/insights/insights.ts";
import { invitationRoutes } from "#api/invitations/invitations.ts";
import { authRoutes } from "#api/auth/auth.ts";
import { metricsRoutes } from "#api/metrics/metrics.ts";
import { notificationRoutes } from "#api/notifications/notifications.ts";
import { notificationRuleRoutes } from "#api/notification-rules/notification-rules.ts";
import { oidcRoutes } from "#api/oidc/oidc.ts";
import { memberRoutes } from "#api/members/members.ts";
import { passwordResetRoutes } from "#api/password-reset/password-reset.ts";
import { avatarRoutes, serveAvatar } from "#api/profile/avatar.ts";
import { profileRoutes } from "#api/profile/profile.ts";
import { weeklyReportRoutes } from "#api/profile/weekly-reports.ts";
import { projectStateRoutes } from "#api/projects/project-states.ts";
import { projectRoutes } from "#api/projects/projects.ts";
import { publicConfigRoutes } from "#api/public-config/public-config.ts";
import { reportListRoutes } from "#api/reports/report-list.ts";
import { reportRoutes } from "#api/reports/reports.ts";
import { resultRoutes } from "#api/results/results.ts";
import { retentionRoutes } from "#api/retention/retention.ts";
import { storageRoutes } from "#api/storage/storage.ts";
import { savedViewRoutes } from "#api/saved-views/saved-views.ts";
import { languageModelRoutes } from "#api/settings/language-model.ts";
import { serveLogo } from "#api/settings/logo.ts";
import { settingsRoutes } from "#api/settings/settings.ts";
import { timelineRoutes } from "#api/timeline/timeline.ts";
import { trendEventRoutes } from "#api/trends/events.ts";
import { trendRoutes } from "#api/trends/trends.ts";
import { weekRoutes } from "#api/trends/week.ts";
import { userRoutes } from "#api/users/users.ts";
import { bindingDeliveryRoutes, webhookDeliveryRoutes } from "#api/webhooks/deliveries.ts";
import { failedDeliveryRoutes } from "#api/webhooks/failed-deliveries.ts";
import { webhookRoutes } from "#api/webhooks/webhooks.ts";
import { type Api, createApi } from "#http/api.ts";
import { apiPage } from "#http/api-page.ts";
import { watchBodies } from "#http/body-watch.ts";
import type { Context } from "#core/context.ts";
import { ConnectionLimit } from "#http/connection-limit.ts";
import { checkHost } from "#http/host-check.ts";
import { handleErrors } from "#http/errors.ts";
import { formRoutes } from "#http/form-file.ts";
import { readJson } from "#http/json-body.ts";
import { openApiDocument } from "#http/openapi.ts";
import { operationRoutes } from "#http/operations.ts";
import { htmlType, postRaw } from "#http/raw-body.ts";
import { servePackages } from "#http/packages.ts";
import { trustedProxies } from "#http/trusted-proxies.ts";
import { serveWebApp } from "#http/web-app.ts";
import { createRefusals } from "#ingest/uploads/refusals.ts";
import { receiveRoutes } from "#ingest/sources/files/receive.ts";
import { liveRoutes } from "#ingest/sources/live/live-routes.ts";
import { reportPortalRoutes } from "#ingest/sources/reportportal/routes.ts";
import { leavePath } from "#connectors/bindings/leave-link.ts";
import { createLeavePage } from "#senders/people/leave-channel.ts";
import { createUnsubscriber, unsubscribePath } from "#senders/people/unsubscribe.ts";
import { createWebhookReceiver } from "#tickets/receive-webhook.ts";
import { mcpRoutes } from "#mcp/routes.ts";
import { startSockets } from "#realtime/sockets.ts";

/** Creates the HTTP server without a port, so that tests can call it in-process. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(context.config.trustProxy),
    routerOptions: { maxParamLength: 500 },
    bodyLimit: bodyBytes.usual,
    // Uploads may take long on a slow connection; `watchBodies` ends requests whose body stalls.
    requestTimeout: 0,
    // Closes connections without traffic in either direction.
    connectionTimeout: 300_000,
    forceCloseConnections: "idle",
  }) as never;
  handleErrors(app, context);
  const connections = new ConnectionLimit(context);
  connections.guard(app);
  // Registered first, so that it also covers bodies that a later hook rejects.
  const watchBody = watchBodies(app);
  checkHost(app, context);
  readJson(app);
  operationRoutes(app, context, connections);

  const api = createApi(app, context);
  await apiRoutes(app, api, context);
  await uploadRoutes(app, context);
  await postRaw(app, trackerWebhookPath, bodyBytes.large, createWebhookReceiver(context));
  await postRaw(app, unsubscribePath, bodyBytes.usual, createUnsubscriber(context));
  const leaving = createLeavePage(context);
  await postRaw(app, leavePath, bodyBytes.usual, (request) => leaving.leave(request));
  app.get(leavePath, async (request, reply) => reply.type(htmlType).send(await leaving.show(request)));
  app.get(unsubscribePath, (_request, reply) => reply.redirect("/profile#notifications"));
  // The path up to version 0.1. Remove it after 0.2.
  app.get<{ Params: { kind: string; id: string } }>("/api/whereabouts/:kind/:id", ({ params: { kind, id } }, reply) =>
    reply.redirect(`/api/locate/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`, 308),
  );
  fileRoutes(app, context);
  mcpRoutes(app, context);
  documentationRoutes(app, context);
  servePackages(app);
  await serveWebApp(app, context);
  app.addHook("preClose", startSockets(app.server, context, { watchBody, connections }));
  connections.attach(app.server);
  return app;
}

/** Registers all JSON endpoints and the forms with files. */
async function apiRoutes(app: FastifyInstance, api: Api<keyof Context>, context: Context): Promise<void> {
  publicConfigRoutes(api);
  authRoutes(api, context);
  const oidc = oidcRoutes(api, context);
  app.get(startOidc.path, oidc.start);
  app.get(returnOidc.path, oidc.finish);
  passwordResetRoutes(api, context);
  profileRoutes(api, context);
  weeklyReportRoutes(api);
  projectRoutes(api);
  projectStateRoutes(api);
  dashboardRoutes(api);
  memberRoutes(api);
  apiKeyRoutes(api);
  uploadListRoutes(api);
  commitRoutes(api);
  reportListRoutes(api);
  savedViewRoutes(api);
  reportRoutes(api);
  retentionRoutes(api);
  storageRoutes(api);
  gateRoutes(api);
  pullRequestRoutes(api);
  compareRoutes(api);
  resultRoutes(api);
  metricsRoutes(api);
  timelineRoutes(api, context);
  insightRoutes(api);
  failureRoutes(api);
  groupRoutes(api);
  suspectRoutes(api);
  decisionRoutes(api);
  labelRoutes(api);
  deepAnalysisRoutes(api);
  duplicateRoutes(api);
  incidentRoutes(api);
  testRoutes(api);
  quarantineRoutes(api);
  searchRoutes(api);
  ownerRoutes(api);
  flakinessRuleRoutes(api);
  ruleRoutes(api);
  resolutionRoutes(api);
  trendRoutes(api);
  weekRoutes(api);
  trendEventRoutes(api);
  itemRoutes(api);
  itemChangeRoutes(api);
  agentChangeRoutes(api);
  itemPartRoutes(api);
  savedFilterRoutes(api);
  failureViewRoutes(api);
  exportRoutes(api);
  exportDownloadRoutes(api, context);
  csvRoutes(api);
  userRoutes(api);
  invitationRoutes(api);
  acceptInvitationRoutes(api);
  settingsRoutes(api);
  languageModelRoutes(api);
  connectorRoutes(api);
  projectConnectorRoutes(api);
  bindingRoutes(api);
  notificationRuleRoutes(api);
  ticketRoutes(api);
  linkedTicketRoutes(api);
  webhookRoutes(api);
  webhookDeliveryRoutes(api);
  bindingDeliveryRoutes(api);
  failedDeliveryRoutes(api);
  auditRoutes(api);
  jobRoutes(api);
  notificationRoutes(api);
  await formRoutes(app, context, (forms) => {
    avatarRoutes(forms, context);
    attachmentRoutes(forms, context);
  });
}

/** Registers all routes that receive results. */
async function uploadRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const refusals = createRefusals(context);
  app.addHook("onClose", () => refusals.stop());
  await receiveRoutes(app, context, refusals);
  await liveRoutes(app, context, refusals);
  await reportPortalRoutes(app, context, refusals);
}

function fileRoutes(app: FastifyInstance, context: Context): void {
  app.get(readLogo.path, (request, reply) => serveLogo(context, request, reply));
  app.get(readBadge.path, (request, reply) => serveBadge(context, request, reply));
  app.get(readArtifact.path, (request, reply) => serveArtifact(context, request, reply));
  app.get(readAvatar.path, (request, reply) => serveAvatar(context, request, reply));
}

function documentationRoutes(app: FastifyInstance, context: Context): void {
  let document: object | undefined;
  // Created on the first request, because it takes longer than the rest of the app.
  app.get("/api/openapi.json", () => (document ??= openApiDocument(endpoints, context.version)));
  app.get("/api/docs", (_request, reply) => reply.type("text/html").send(apiPage(endpoints)));
}
