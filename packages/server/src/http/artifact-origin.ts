import type { FastifyRequest } from "fastify";
import { isLoopback } from "#config.ts";
import type { Context } from "#core/context.ts";

type Where = Pick<Context, "artifactPort"> & {
  readonly config: Pick<Context["config"], "host" | "publicUrl" | "artifactUrl">;
};

/**
 * Returns the origin of the second listener for this browser: as configured, or the host of the request with the
 * other port. Returns `null` if it is unreachable: no listener, a proxy with TLS in front of the app only, or a
 * forwarded request to loopback.
 */
export function artifactOrigin({ config, artifactPort }: Where, request: FastifyRequest): string | null {
  const port = artifactPort();
  if (port === null) return null;
  if (config.artifactUrl !== undefined) return config.artifactUrl;
  const host = hostOf(request);
  if (host === null || request.protocol === "https" || isBehindTls(config.publicUrl, request)) return null;
  if (isLoopback(config.host) && !isLoopback(host)) return null;
  return `http://${host}:${port}`;
}

/** Returns the origins that may frame pages of the second listener, as Content-Security-Policy sources. */
export function framingOrigins({ config }: Pick<Where, "config">, request: FastifyRequest): string {
  if (config.artifactUrl !== undefined && config.publicUrl !== undefined) return new URL(config.publicUrl).origin;
  const host = hostOf(request);
  // Any port is allowed, because containers often map the app's port to another one.
  return host === null ? "'none'" : `http://${host}:*`;
}

/**
 * Returns the host without its port. `null` for invalid hosts, because the result is used in headers, and for IPv6 addresses, which a
 * Content-Security-Policy cannot contain.
 */
function hostOf(request: FastifyRequest): string | null {
  const host = request.hostname.toLowerCase();
  return /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/.test(host) ? host : null;
}

/** Some proxies do not send the protocol, so the public URL is checked too. */
function isBehindTls(publicUrl: string | undefined, request: FastifyRequest): boolean {
  if (publicUrl === undefined) return false;
  const { protocol, host } = new URL(publicUrl);
  return protocol === "https:" && host === request.host;
}
