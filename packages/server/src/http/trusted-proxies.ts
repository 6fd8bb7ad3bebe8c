import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "#config.ts";

/** Returns true for an address whose `X-Forwarded-*` headers are trusted; `hop` 0 is the direct peer. */
type TrustedProxies = (address: string, hop: number) => boolean;

/** Interprets `PLUMB_TRUST_PROXY` for all listeners in the same way. */
export function trustedProxies(trustProxy: Config["trustProxy"]): TrustedProxies {
  if (trustProxy === false) return () => false;
  return typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : proxyAddress.compile([...trustProxy]);
}

/** Returns a function that reads the caller's address as Fastify does, for requests that Fastify does not handle. */
export function addressReader(trustProxy: Config["trustProxy"]): (request: IncomingMessage) => string {
  const trusted = trustedProxies(trustProxy);
  return (request) => proxyAddress(request, trusted);
}
