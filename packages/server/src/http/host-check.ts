import type { FastifyInstance } from "fastify";
import { isLoopback } from "#config.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";

/**
 * If the server listens on loopback, accepts only requests for loopback names and its public URL. Otherwise, another website could let its own name
 * resolve to this machine (DNS rebinding), use the server as if it were the same site, and become the administrator of a new server.
 */
export function checkHost(app: FastifyInstance, { config }: Pick<Context, "config">): void {
  if (!isLoopback(config.host)) return;
  const publicHost = config.publicUrl === undefined ? null : new URL(config.publicUrl).hostname;
  app.addHook("onRequest", async (request) => {
    const host = request.hostname.toLowerCase().replaceAll(/[[\]]/g, "");
    if (isLoopback(host) || host.endsWith(".localhost") || request.hostname === publicHost) return;
    throw new ApiError(
      "forbidden",
      "This server only accepts requests for its local address. Set PLUMB_PUBLIC_URL to the address that users open.",
    );
  });
}
