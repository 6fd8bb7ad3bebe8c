import fastify, { type FastifyInstance } from "fastify";
import { serveArtifactApart } from "#api/artifacts/artifacts.ts";
import { ConnectionLimit } from "#http/connection-limit.ts";
import { watchBodies } from "#http/body-watch.ts";
import type { Context } from "#core/context.ts";
import { handleErrors } from "#http/errors.ts";
import { followRequests, requestOptions } from "#http/request-scope.ts";
import { ApiError } from "#core/api-error.ts";
import { serveTraceViewer } from "#http/trace-viewer.ts";
import { trustedProxies } from "#http/trusted-proxies.ts";

/**
 * Creates the second origin without a port. It serves untrusted report files and the trace viewer, but neither API, app nor session, so scripts in
 * these files cannot access them.
 */
export async function createArtifactApp(context: Context): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: context.log,
    ...requestOptions,
    trustProxy: trustedProxies(context.config.trustProxy),
    routerOptions: { maxParamLength: 500 },
    // Requests never have a body.
    bodyLimit: 1024,
    connectionTimeout: 300_000,
    forceCloseConnections: "idle",
  }) as never;
  followRequests(app);
  handleErrors(app, context);
  const connections = new ConnectionLimit(context);
  connections.guard(app);
  connections.attach(app.server);
  watchBodies(app);
  app.addHook("onSend", async (_request, reply) => {
    void reply.headers({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    if (context.config.artifactUrl?.startsWith("https:") === true)
      void reply.header("strict-transport-security", "max-age=31536000");
  });
  app.setNotFoundHandler(() => {
    throw new ApiError("not_found", "There is nothing at this address. Open the report in Plumb instead.");
  });
  app.get("/artifacts/:token", (request, reply) => serveArtifactApart(context, request, reply));
  await serveTraceViewer(app, context);
  return app;
}
