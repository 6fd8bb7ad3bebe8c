import type { IncomingMessage } from "node:http";
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { withOwnRequestId } from "#core/log.ts";
import { runInScope, type Scope } from "#tracing/scope.ts";
import { requestIdOf } from "#tracing/request-id.ts";
import { startSpan } from "#tracing/spans.ts";

/** Paths that monitoring systems read every few seconds. They are not traced. */
const probes = new Set(["/healthz", "/readyz", "/metrics"]);

/** Options of Fastify. The lines of its log have the id of their request. */
export const requestOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
  genReqId: ({ headers }: IncomingMessage) => requestIdOf(headers["x-request-id"]),
  childLoggerFactory: (logger: FastifyBaseLogger, bindings: object, options: object) =>
    withOwnRequestId(logger.child(bindings, options)),
};

/** Runs each request in a scope with its id and span, and returns the id in `X-Request-Id`. Register it before other hooks. */
export function followRequests(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, Scope>();
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    const scope = { requestId: request.id, span: probes.has(request.routeOptions.url ?? "") ? null : spanOf(request) };
    scopes.set(request, scope);
    runInScope(scope, done);
  });
  /** @param status `null` if the client disconnected first. */
  const end = (request: FastifyRequest, status: number | null) => {
    const span = scopes.get(request)?.span;
    if (!span) return;
    scopes.delete(request);
    if (status !== null) span.describe({ "http.response.status_code": status });
    if (status === null) span.fail("aborted");
    else if (status >= 500) span.fail(String(status));
    span.end();
  };
  app.addHook("onResponse", async (request, reply) => end(request, reply.statusCode));
  app.addHook("onRequestAbort", async (request) => end(request, null));
}

function spanOf({ method, routeOptions, headers, id }: FastifyRequest) {
  const { traceparent, tracestate } = headers as Record<string, string | undefined>;
  const route = routeOptions.url;
  return startSpan(route === undefined ? method : `${method} ${route}`, {
    kind: "server",
    parent: { traceparent, tracestate },
    attributes: {
      "http.request.method": method,
      ...(route !== undefined && { "http.route": route }),
      "plumb.request_id": id,
    },
  });
}
