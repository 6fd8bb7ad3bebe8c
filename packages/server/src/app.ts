import { readArtifact } from "@plumb/contract/runs/artifacts.ts";
import { readBadge } from "@plumb/contract/projects/badge.ts";
import { readAvatar } from "@plumb/contract/people/avatar.ts";
import { bodyBytes } from "@plumb/contract/endpoint.ts";
import { endpoints } from "@plumb/contract/endpoints.ts";
import { returnOidc, startOidc } from "@plumb/contract/people/oidc.ts";
import { trackerWebhookPath } from "@plumb/contract/integrations/tickets.ts";
import { readLogo } from "@plumb/contract/administration/settings.ts";
import fastify, { type FastifyInstance } from "fastify";
import { serveArtifact } from "#api/artifacts/artifacts.ts";
import { serveBadge } from "#api/badge/badge.ts";
import { attachmentRoutes } from "#api/items/attachments.ts";
import { apiRoutes } from "#api/routes.ts";
import { oidcRoutes } from "#api/oidc/oidc.ts";
import { avatarRoutes, serveAvatar } from "#api/profile/avatar.ts";
import { serveLogo } from "#api/settings/logo.ts";
import { type Api, createApi } from "#http/api.ts";
import { apiPage } from "#http/api-page.ts";
import { watchBodies } from "#http/body-watch.ts";
import type { Context } from "#core/context.ts";
import { ConnectionLimit } from "#http/connection-limit.ts";
import { checkHost } from "#http/host-check.ts";
import { handleErrors } from "#http/errors.ts";
import { followRequests, requestOptions } from "#http/request-scope.ts";
import { formRoutes } from "#http/form-file.ts";
import { readJson } from "#http/json-body.ts";
import { openApiDocument } from "#http/openapi.ts";
import { operationRoutes } from "#http/operations.ts";
import { projectMetricsRoute } from "#http/project-metrics.ts";
import { registerProjectMetrics } from "#read-models/server/project-metrics.ts";
import { registerServerMetrics } from "#read-models/server/server-metrics.ts";
import { htmlType, postRaw } from "#http/raw-body.ts";
import { rememberWrites } from "#http/remember-writes.ts";
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
    ...requestOptions,
    trustProxy: trustedProxies(context.config.trustProxy),
    routerOptions: { maxParamLength: 500 },
    bodyLimit: bodyBytes.usual,
    // Uploads may take long on a slow connection; `watchBodies` ends requests whose body stalls.
    requestTimeout: 0,
    // Closes connections without traffic in either direction.
    connectionTimeout: 300_000,
    forceCloseConnections: "idle",
  }) as never;
  followRequests(app);
  handleErrors(app, context);
  const connections = new ConnectionLimit(context);
  connections.guard(app);
  // Registered first, so that it also covers bodies that a later hook rejects.
  const watchBody = watchBodies(app);
  checkHost(app, context);
  rememberWrites(app, context);
  readJson(app);
  operationRoutes(app, context, connections, (registry) => registerServerMetrics(registry, context));
  projectMetricsRoute(app, context.config.metricsKey, (registry) => registerProjectMetrics(registry, context));

  const api = createApi(app, context);
  await endpointRoutes(app, api, context);
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
async function endpointRoutes(app: FastifyInstance, api: Api<keyof Context>, context: Context): Promise<void> {
  for (const register of apiRoutes) register(api, context);
  const oidc = oidcRoutes(api, context);
  app.get(startOidc.path, oidc.start);
  app.get(returnOidc.path, oidc.finish);
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
