import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { AnswerError, NetworkError, refusedError } from "#call-error.ts";
import { requestUrl } from "#request-url.ts";

type Schema = Endpoint["response"];
type In<S extends Schema> = S["_zod"]["input"];
type Out<S extends Schema> = S["_zod"]["output"];

/**
 * What a caller passes for a schema: its input, except that a coerced field (whose input is `unknown`) is typed by what
 * it becomes, and defaults may be left out.
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
    /** Added to the client's own; `content-type` is needed with a raw body. */
    readonly headers?: Readonly<Record<string, string>>;
  };

export interface Client {
  /**
   * Calls an endpoint and returns the body of its success.
   *
   * FormData, Blob, stream, bytes and text are sent unchanged, any other body as JSON. The response must come from
   * Plumb and is typed by the contract, but not validated field by field: the server has done that, and a client
   * that is older than its server must not fail on unknown fields.
   *
   * @throws RefusedError if the server refuses, NetworkError if there was no response, AnswerError if it did not
   * come from Plumb, and the signal's reason if the caller aborted.
   */
  call<E extends Endpoint>(
    endpoint: E,
    ...options: NoKeys extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>]
  ): Promise<Out<E["response"]>>;
}

export interface ClientSetup {
  /** Scheme, host and optional path prefix; empty for the page's own origin. */
  readonly baseUrl: string;
  /** A session token or an API key; null to call without. Asked before each call. */
  readonly token: () => string | null;
  /** Called with the token that was rejected. Not called for public endpoints such as sign-in. */
  readonly onUnauthenticated?: (token: string) => void;
  /** The platform's own if it is left out. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Answer>;
}

/** Requirements for a response. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  /** The address that answered, after redirects. */
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

/** Calls over the contract's endpoints, for browsers and Node ≥ 20. */
export function createClient(setup: ClientSetup): Client {
  const call = async (endpoint: Endpoint, options: AnyOptions = {}): Promise<unknown> => {
    const token = setup.token();
    const { response, text } = await send(setup, endpoint, options, token);
    if (response.status === 401 && token !== null && endpoint.allow !== "public") setup.onUnauthenticated?.(token);
    if (!response.ok) throw refusedError(response.status, text, response.headers.get("retry-after"));
    return success(response, text);
  };
  return { call: call as Client["call"] };
}

async function send(setup: ClientSetup, endpoint: Endpoint, options: AnyOptions, token: string | null) {
  const url = requestUrl(setup.baseUrl, endpoint.path, options.params, options.query);
  const { body, type } = encoded(options.body);
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
    // Node refuses a stream as a body without it.
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  };
  try {
    const response = await (setup.fetch ?? globalThis.fetch)(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason;
    if (error instanceof AnswerError) throw error;
    throw new NetworkError(`${new URL(url, "http://this.page").host} cannot be reached: ${reason(error)}`, {
      cause: error,
    });
  }
}

function encoded(body: unknown): { body?: BodyInit; type: string | null } {
  if (body === undefined) return { type: null };
  if (
    typeof body === "string" ||
    body instanceof ReadableStream ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof Blob ||
    // Last: mentioning it loads all of Node's fetch.
    body instanceof FormData
  ) {
    return { body: body as BodyInit, type: null };
  }
  return { body: JSON.stringify(body), type: "application/json" };
}

/** The flag decides, whatever the status is. */
function success({ status, url }: Answer, text: string): unknown {
  const body = parsed(text);
  const flag = typeof body === "object" && body !== null && "success" in body ? body.success : null;
  if (flag === true) return body;
  if (flag === false) throw refusedError(status, text, null);
  throw new AnswerError(`The response of ${url} is not from a Plumb server. Is the address right?`);
}

/** Null for what is not JSON: the same answer as JSON that is not ours. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Node hides what happened (ECONNREFUSED, a wrong certificate) in the cause of "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
