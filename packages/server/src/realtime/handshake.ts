import type { IncomingMessage } from "node:http";
import type { Context } from "#core/context.ts";
import type { ConnectionLimit } from "#http/connection-limit.ts";
import { addressReader } from "#http/trusted-proxies.ts";

/** Maximum number of unauthenticated connections per address. After a restart, hundreds from one office may connect at the same time. */
const maxWaiting = 200;

interface Connection {
  readonly request: IncomingMessage;
  once(event: "close", listener: () => void): unknown;
}

/** Decides which connections may be opened before authentication: those from pages of this server and from programs, up to a limit per address. */
export function createGate(
  context: Pick<Context, "config" | "publicUrl">,
  connections: Pick<ConnectionLimit, "isRefused">,
) {
  const waiting = new Map<string, Set<Connection>>();
  const address = addressReader(context.config.trustProxy);
  const release = (connection: Connection) => {
    const from = address(connection.request);
    const others = waiting.get(from);
    others?.delete(connection);
    if (others?.size === 0) waiting.delete(from);
  };
  return {
    /** Returns why a connection is rejected; `null` if it is accepted. */
    refusal(request: IncomingMessage): string | null {
      if (!isOwnPage(request, context.publicUrl())) return "Pages of other sites cannot connect.";
      if (connections.isRefused(request)) return "Your address has too many open connections.";
      if ((waiting.get(address(request))?.size ?? 0) >= maxWaiting) return "Too many connections are being opened.";
      return null;
    },
    opened(connection: Connection): void {
      const from = address(connection.request);
      const others = waiting.get(from) ?? new Set();
      waiting.set(from, others.add(connection));
      connection.once("close", () => release(connection));
    },
    /** Called after authentication. */
    release,
  };
}

/** Browsers always send the origin of a page; programs do not. */
function isOwnPage({ headers }: IncomingMessage, publicUrl: string): boolean {
  if (headers.origin === undefined) return true;
  const host = hostOf(headers.origin);
  return host !== null && (host === headers.host?.toLowerCase() || host === hostOf(publicUrl));
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
