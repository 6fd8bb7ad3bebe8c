import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { addressReader, trustedProxies } from "./trusted-proxies.ts";

/** A connection, or the response to a request. */
interface Closing {
  once(event: "close", listener: () => void): unknown;
}

interface LimitContext extends Pick<Context, "log"> {
  readonly config: Pick<Context["config"], "maxConnectionsPerAddress" | "trustProxy">;
}

const loggedEveryMs = 60_000;

/**
 * Limits the number of open connections per address. Connections of a trusted proxy carry requests of many users, so behind a proxy, each open
 * request and WebSocket counts for the forwarded address instead.
 */
export class ConnectionLimit {
  readonly #max: number;
  readonly #log: Context["log"];
  readonly #isProxy: (address: string, hop: number) => boolean;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #open = new Map<string, number>();
  readonly #refusedRequests = new WeakSet<IncomingMessage>();
  readonly #loggedAt = new Map<string, number>();
  #refused = 0;
  #refusedBeforeLog = 0;

  constructor({ config, log }: LimitContext) {
    this.#max = config.maxConnectionsPerAddress ?? Number.POSITIVE_INFINITY;
    this.#log = log;
    this.#isProxy = trustedProxies(config.trustProxy);
    this.#addressOf = addressReader(config.trustProxy);
  }

  /** Rejected connections and requests since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Rejects requests above the limit. Other listeners of the server must call `isRefused`. */
  guard(app: FastifyInstance): void {
    app.addHook("onRequest", async ({ raw }) => {
      if (this.isRefused(raw))
        throw new ApiError("rate_limited", "Your address has too many open connections.", {}, 10);
    });
  }

  /** Call it after all other listeners are registered, so that requests are counted before they are handled. */
  attach(server: Server): void {
    server.on("connection", (socket: Socket) => this.#onConnection(socket));
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
      this.#onRequest(request, response),
    );
    server.prependListener("upgrade", (request: IncomingMessage, socket: Duplex) => this.#onRequest(request, socket));
  }

  /** Returns true if the request's forwarded address has too many open requests. */
  isRefused(request: IncomingMessage): boolean {
    return this.#refusedRequests.has(request);
  }

  #onConnection(socket: Socket): void {
    const { remoteAddress } = socket;
    // The address is missing if the connection has already been closed.
    if (remoteAddress === undefined || this.#isProxy(remoteAddress, 0)) return;
    if (this.#count(remoteAddress, socket)) return;
    socket.end("HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () =>
      socket.destroy(),
    );
  }

  #onRequest(request: IncomingMessage, until: Closing): void {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined || !this.#isProxy(remoteAddress, 0)) return;
    if (!this.#count(this.#addressOf(request), until)) this.#refusedRequests.add(request);
  }

  /** Returns false if the address has reached the limit. */
  #count(address: string, until: Closing): boolean {
    const key = networkOf(address);
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#max) {
      this.#noteRefusal(address, open);
      return false;
    }
    this.#open.set(key, open + 1);
    until.once("close", () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    });
    return true;
  }

  /** Logs the first rejection, then at most one per minute. */
  #noteRefusal(address: string, open: number): void {
    this.#refused += 1;
    this.#refusedBeforeLog += 1;
    const now = performance.now();
    for (const [other, at] of this.#loggedAt) if (now - at > loggedEveryMs) this.#loggedAt.delete(other);
    const key = networkOf(address);
    if (this.#loggedAt.has(key) || this.#loggedAt.size > 1000) return;
    this.#loggedAt.set(key, now);
    this.#log.warn(
      { address, open, refused: this.#refusedBeforeLog },
      "Connections were refused because their address has too many (PLUMB_MAX_CONNECTIONS_PER_ADDRESS). If it is a proxy, name it in PLUMB_TRUST_PROXY",
    );
    this.#refusedBeforeLog = 0;
  }
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address, which belongs to a single subscriber. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  return expanded(address).slice(0, 4).join(":");
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function expanded(address: string): string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const first = groupsOf(head);
  if (tail === undefined) return first;
  const last = groupsOf(tail);
  return [...first, ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0"), ...last];
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}
