import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { ApiError } from "#core/api-error.ts";
import { tokenHash } from "#core/secrets.ts";

/**
 * Serves metrics of projects to callers with the key of the operator. They name projects, which not all users may see.
 *
 * @param key `null` if they are not offered.
 * @param registerMetrics Adds metrics, and returns a function that reads them.
 */
export function projectMetricsRoute(
  app: FastifyInstance,
  key: string | null,
  registerMetrics: (registry: Registry) => () => Promise<void>,
): void {
  if (key === null) return;
  const registry = new Registry();
  const readMetrics = registerMetrics(registry);
  const expected = tokenHash(`Bearer ${key}`);
  app.get("/metrics/projects", async (request, reply) => {
    // Hashes have the same length, so the comparison takes the same time for any text.
    if (!timingSafeEqual(tokenHash(request.headers.authorization ?? ""), expected))
      throw new ApiError("unauthenticated", "Send the value of PLUMB_METRICS_KEY as a bearer token.");
    await readMetrics();
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
}
