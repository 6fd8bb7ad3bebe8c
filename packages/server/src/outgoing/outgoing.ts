import { lookup, type LookupAddress } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { promisify } from "node:util";
import { Agent, buildConnector, request } from "undici";
import { type AddressGuard, createAddressGuard } from "./address-guard.ts";
import { noPublicHost, OutgoingError, outgoingError, tookTooLong } from "./outgoing-error.ts";
import { readJson } from "./read-json.ts";
import { createWorkerPool, type WorkerPool } from "#threads/worker-pool.ts";
import { currentScope } from "#tracing/scope.ts";
import { inSpan, type SpanOptions, traceHeaders } from "#tracing/spans.ts";

interface OutgoingRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** An http or https URL without credentials. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Limit for the whole request, from the first packet to the last byte of the response; 10 s by default. */
  readonly timeoutMs?: number;
  /** Aborts the request; the caller receives the reason. */
  readonly signal?: AbortSignal | undefined;
  /** The rest of the response is omitted; 64 KiB by default. Errors are never longer than the default. */
  readonly maxResponseBytes?: number;
  /** Returns the response even if the rest of its body does not arrive, for callers that only need the status. */
  readonly partialBody?: boolean;
  /** The response contains credentials, so logs must not show it. */
  readonly isSecret?: boolean;
}

export interface OutgoingReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Body as text, up to the requested maximum length. */
  readonly body: string;
}

/**
 * The only client for addresses that users entered. Private, loopback and link-local addresses are rejected unless configured. The checked address is
 * the one it connects to, so DNS rebinding has no effect. Redirects are returned and never followed.
 */
export interface Outgoing {
  /**
   * Returns a response with any status.
   *
   * @throws OutgoingError if there is no response.
   */
  readonly request: (input: OutgoingRequest) => Promise<OutgoingReply>;
  /** Returns the JSON of a response; `undefined` if it is not JSON, or is oversized (`isOversized`). */
  readonly readJson: (body: string) => Promise<unknown>;
  /**
   * Returns a connected socket, for protocols other than HTTP.
   *
   * @throws OutgoingError
   */
  readonly connect: (options: { host: string; port: number; timeoutMs: number }) => Promise<Socket>;
  /** Returns why a URL would be rejected, without resolving its host name; `null` if it may work. */
  readonly refusal: (url: string) => string | null;
}

/** Returns all addresses of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveAll = promisify(lookup);
const usualResponseBytes = 64 * 1024;

/**
 * @param options.threads Pool in which long JSON is parsed.
 * @param options.allowPrivateHosts Exceptions as in `createAddressGuard`.
 * @param options.allowPlaces Further exceptions, each an address with a port (`127.0.0.1:4602`). The caller may add to them later.
 * @param options.resolve Resolves host names, for tests.
 */
export function createOutgoing(options: {
  threads?: WorkerPool;
  allowPrivateHosts: readonly string[];
  allowTargets?: ReadonlySet<string>;
  resolve?: Resolve;
}): Outgoing {
  const guard = createAddressGuard(options.allowPrivateHosts);
  const { allowTargets = new Set(), threads = createWorkerPool() } = options;
  /** Addresses are not resolved, so they are checked before connecting. */
  const literalRefusal = (host: string, port: string | number) =>
    isIP(host) === 0 || guard.allows(host, host) || allowTargets.has(`${host}:${port}`) ? null : refused(host, host);
  const guardedLookup = lookupWithin(guard, options.resolve ?? ((host) => resolveAll(host, { all: true })));
  const open = buildConnector({ lookup: guardedLookup, timeout: 5000, allowH2: false });
  const dispatcher = new Agent({
    connect: (to, done) => {
      const refusal = literalRefusal(to.hostname, to.port);
      if (refusal === null) open(to, done);
      else done(refusal, null);
    },
  });

  return {
    async request({ method, url, headers = {}, body = null, timeoutMs = 10_000, signal: input, ...options }) {
      const { protocol, host, username, password, port } = parseUrl(url);
      if (protocol !== "https:" && protocol !== "http:")
        throw new OutgoingError("The address must begin with https:// or http://.");
      if (username !== "" || password !== "")
        throw new OutgoingError("The address must not contain a user name or password.");
      const location = port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
      const late = AbortSignal.timeout(timeoutMs);
      const signal = input === undefined ? late : AbortSignal.any([late, input]);
      try {
        return await inSpan(method, spanOf(method, location), async () => {
          const sent = { ...headers, ...traceHeaders() };
          const response = await request(url, { dispatcher, method, headers: sent, body, signal });
          currentScope().span?.describe({ "http.response.status_code": response.statusCode });
          const { maxResponseBytes = usualResponseBytes, partialBody = false } = options;
          const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
          const max = isSuccess ? maxResponseBytes : Math.min(maxResponseBytes, usualResponseBytes);
          const text = await readStart(response.body, max, partialBody);
          return { status: response.statusCode, headers: response.headers, body: text };
        });
      } catch (error) {
        input?.throwIfAborted();
        throw late.aborted ? tookTooLong(location, timeoutMs) : outgoingError(error, location);
      }
    },

    readJson: (body) => readJson(threads, body),

    refusal(url) {
      const { hostname, port, protocol } = parseUrl(url);
      const bare = hostname.replace(/^\[|\]$/g, "");
      const literal = literalRefusal(bare, port || (protocol === "https:" ? 443 : 80));
      if (literal !== null) return literal.message;
      return /^(.+\.)?localhost\.?$/i.test(bare) && !guard.allows(bare, "127.0.0.1")
        ? refused(bare, "127.0.0.1").message
        : null;
    },

    async connect({ host, port, timeoutMs }) {
      const refusal = literalRefusal(host, port);
      if (refusal !== null) throw refusal;
      const location = `${host}:${port}`;
      const socket = connect({ host, port, lookup: guardedLookup });
      // The peer may close the socket before or after the caller listens for errors.
      socket.on("error", () => undefined);
      const signal = AbortSignal.timeout(timeoutMs);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => reject(tookTooLong(location, timeoutMs));
      socket.once("connect", resolve).once("error", reject);
      signal.addEventListener("abort", giveUp);
      try {
        await promise;
        return socket;
      } catch (error) {
        socket.destroy();
        throw outgoingError(error, location);
      } finally {
        socket.off("connect", resolve).off("error", reject);
        signal.removeEventListener("abort", giveUp);
      }
    },
  };
}

/** The path of an address may be secret, so the span has none. */
function spanOf(method: string, location: string): SpanOptions {
  const { hostname, port } = new URL(`http://${location}`);
  const attributes = { "http.request.method": method, "server.address": hostname, "server.port": Number(port || 80) };
  return { kind: "client", attributes };
}

/** Resolves a name to the addresses that Plumb may connect to. If there are none, the connection fails. */
function lookupWithin(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (host, { all, family }, done) => {
    const give = (found: LookupAddress[]) => {
      const requested = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found;
      const allowed = requested.filter(({ address }) => guard.allows(host, address));
      const [first] = allowed;
      if (first === undefined) done(refused(host, requested[0]?.address), []);
      else if (all === true) done(null, allowed);
      else done(null, first.address, first.family);
    };
    resolve(host).then(give, (error: Error) => done(error, []));
  };
}

function refused(host: string, address: string | undefined): OutgoingError {
  if (host !== address) return noPublicHost(host);
  return new OutgoingError(
    `${host} is a private address. The operator of this server can allow it: PLUMB_ALLOW_PRIVATE_HOSTS=${host}`,
  );
}

function parseUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null) throw new OutgoingError("This is not a web address.");
  return parsed;
}

async function readStart(body: AsyncIterable<Buffer>, max: number, partial: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= max) break;
    }
  } catch (error) {
    if (!partial) throw error;
  }
  return Buffer.concat(chunks).subarray(0, max).toString();
}
