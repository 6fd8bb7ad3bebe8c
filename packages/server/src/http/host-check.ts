import type { FastifyInstance } from "fastify";
import { isLoopback } from "#config.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";

/**
 * A server that listens on loopback answers to loopback names and to its public address only. A page elsewhere could give
 * its own name this machine's address (DNS rebinding) and talk to it as if it were the same site: on a new server it would
 * make itself the administrator.
 */
export function checkHost(app: FastifyInstance, { config }: Pick<Context, "config">): void {
  if (!isLoopback(config.host)) return;
  const publicHost = config.publicUrl === undefined ? null : new URL(config.publicUrl).hostname;
  app.addHook("onRequest", async (request) => {
    const host = request.hostname.toLowerCase().replaceAll(/[[\]]/g, "");
    if (isLoopback(host) || host.endsWith(".localhost") || request.hostname === publicHost) return;
    throw new ApiError(
      "forbidden",
      "This server listens on this machine only and is not reached under this name. Set PLUMB_PUBLIC_URL to the address that people open.",
    );
  });
}
