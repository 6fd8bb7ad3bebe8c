import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { Context } from "#core/context.ts";
import { isReachable } from "#store/db.ts";
import { registerReplicaMetrics } from "./replica-metrics.ts";
import type { ConnectionLimit } from "./connection-limit.ts";

/** Health, readiness and metrics endpoints for operators. */
export function operationRoutes(
  app: FastifyInstance,
  { blobs, db, metrics, reads, stopping }: Pick<Context, "blobs" | "db" | "metrics" | "reads" | "stopping">,
  connections: Pick<ConnectionLimit, "refused">,
  /** Adds metrics, and returns a function that reads them. */
  registerMetrics: (registry: Registry) => () => Promise<void>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readMetrics = registerMetrics(registry);
  registerReplicaMetrics(registry, reads);
  registry.registerMetric(metrics.countDelay);
  const duration = new Histogram({
    name: "plumb_http_request_seconds",
    help: "Time to answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  const refused = new Counter({
    name: "plumb_refused_connections_total",
    help: "Connections and proxied requests refused because their address had too many",
    registers: [registry],
    collect() {
      refused.reset();
      refused.inc(connections.refused);
    },
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/healthz", () => ({ status: "ok" }));
  // Clients open their next connection to another replica.
  app.addHook("onSend", async (_request, reply) => {
    if (stopping.aborted) void reply.header("connection", "close");
  });
  app.get("/readyz", async (_request, reply) => {
    if (stopping.aborted) return reply.status(503).send({ status: "stopping" });
    const ready = await isReachable(db);
    const storage = blobs.fault();
    // Reports can be read without their files, so a fault of the storage must not take the server out of a load balancer.
    return reply
      .status(ready ? 200 : 503)
      .send({ status: ready ? "ready" : "database unreachable", ...(storage === null ? {} : { storage }) });
  });
  app.get("/metrics", async (_request, reply) => {
    await readMetrics();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
