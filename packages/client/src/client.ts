import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { UnexpectedResponseError, NetworkError, refusedError } from "./call-error.ts";
import { requestUrl } from "./request-url.ts";

type Schema = Endpoint["response"];
type In<S extends Schema> = S["_zod"]["input"];
type Out<S extends Schema> = S["_zod"]["output"];

/**
 * Type of the values that a caller passes for a schema. It is the input of the schema, but coerced fields (whose input is `unknown`) have the type of
 * their output, and fields with defaults are optional.
 */
export type Input<S extends Schema> =
  In<S> extends infer Value
    ? Value extends object
      ? { [Key in keyof Value]: unknown extends Value[Key] ? Field<Out<S>, Key> : Value[Key] }
      : Value
    : never;

type Field<Value, Key> = Key extends keyof Value ? Value[Key] : never;

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- what every type without required keys accepts
type NoKeys = Record<never, never>;

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : NoKeys extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

export type CallOptions<E extends Endpoint> = Part<"params", Input<E["params"]>> &
  Part<"query", Input<E["query"]>> &
  Part<"body", Input<E["body"]>> & {
    readonly signal?: AbortSignal | undefined;
    /** Added to the headers of the client. A raw body needs `content-type`. */
    readonly headers?: Readonly<Record<string, string>>;
  };

export interface Client {
  /**
   * Calls an endpoint and returns the body of a successful response.
   *
   * FormData, Blob, stream, bytes and text are sent unchanged, any other body as JSON. The response must come from
   * Plumb and is typed by the contract, but not validated field by field: the server has already done that, and a client
   * that is older than its server must not fail on unknown fields.
   *
   * @throws RefusedError if the server rejects the request, NetworkError if there was no response, UnexpectedResponseError if the response did not
   * come from Plumb, and the signal's reason if the caller aborted.
   */
  call<E extends Endpoint>(
    endpoint: E,
    ...options: NoKeys extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>]
  ): Promise<Out<E["response"]>>;
}

export interface ClientSetup {
  /** Scheme, host and optional path prefix; empty for the origin of the page. */
  readonly baseUrl: string;
  /** Returns a session token or an API key; `null` for requests without one. Called before each request. */
  readonly token: () => string | null;
  /** Called with the token that was rejected. Not called for public endpoints such as sign-in. */
  readonly onUnauthenticated?: (token: string) => void;
  /** Defaults to the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<HttpResponse>;
}

/** The parts of a response that the client uses. */
export interface HttpResponse {
  readonly status: number;
  readonly ok: boolean;
  /** Final address after redirects. */
  readonly url: string;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
}

interface AnyOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a client for the endpoints of the contract, for browsers and Node ≥ 20. */
export function createClient(setup: ClientSetup): Client {
  const call = async (endpoint: Endpoint, options: AnyOptions = {}): Promise<unknown> => {
    const token = setup.token();
    const { response, text } = await send(setup, endpoint, options, token);
    if (response.status === 401 && token !== null && endpoint.allow !== "public") setup.onUnauthenticated?.(token);
    if (!response.ok) throw refusedError(response.status, text, response.headers.get("retry-after"));
    return readSuccess(response, text);
  };
  return { call: call as Client["call"] };
}

async function send(setup: ClientSetup, endpoint: Endpoint, options: AnyOptions, token: string | null) {
  const url = requestUrl(setup.baseUrl, endpoint.path, options.params, options.query);
  const { body, type } = encodeBody(options.body);
  const headers = {
    accept: "application/json",
    ...(type === null ? {} : { "content-type": type }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...options.headers,
  };
  const init: RequestInit & { duplex?: "half" } = {
    method: endpoint.method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    // Required by Node for a stream as the body.
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  };
  try {
    const response = await (setup.fetch ?? globalThis.fetch)(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason;
    if (error instanceof UnexpectedResponseError) throw error;
    throw new NetworkError(`${new URL(url, "http://this.page").host} cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function encodeBody(body: unknown): { body?: BodyInit; type: string | null } {
  if (body === undefined) return { type: null };
  if (
    typeof body === "string" ||
    body instanceof ReadableStream ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof Blob ||
    // Checked last, because accessing `FormData` loads all of Node's fetch implementation.
    body instanceof FormData
  ) {
    return { body: body as BodyInit, type: null };
  }
  return { body: JSON.stringify(body), type: "application/json" };
}

/** The `success` field decides, regardless of the status. */
function readSuccess({ status, url }: HttpResponse, text: string): unknown {
  const body = parseJson(text);
  const flag = typeof body === "object" && body !== null && "success" in body ? body.success : null;
  if (flag === true) return body;
  if (flag === false) throw refusedError(status, text, null);
  throw new UnexpectedResponseError(`The response of ${url} is not from a Plumb server. Is the address right?`);
}

/** Returns `null` if the text is not JSON, which is handled like JSON that is not from Plumb. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Node puts the reason (ECONNREFUSED, an invalid certificate) into the cause of "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
