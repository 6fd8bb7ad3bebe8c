import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "#config.ts";

/** Returns true for an address whose `X-Forwarded-*` headers are trusted; `hop` 0 is the direct peer. */
type TrustedProxies = (address: string, hop: number) => boolean;

/** One meaning of `PLUMB_TRUST_PROXY` for everything that listens. */
export function trustedProxies(trustProxy: Config["trustProxy"]): TrustedProxies {
  if (trustProxy === false) return () => false;
  return typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : proxyAddress.compile([...trustProxy]);
}

/** Reads the caller's address from a request that is not Fastify's, as Fastify would. */
export function addressReader(trustProxy: Config["trustProxy"]): (request: IncomingMessage) => string {
  const trusted = trustedProxies(trustProxy);
  return (request) => proxyAddress(request, trusted);
}
