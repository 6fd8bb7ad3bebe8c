import type { z } from "zod";
import { forgetToken } from "./access-token.ts";
import { notItsApi, type Refusals, textOf, unexpected } from "./responses.ts";
import { textsIn } from "./reasons.ts";
import { ServiceError } from "./service-error.ts";
import { isOversized } from "#outgoing/bounded-json.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";

/** The JSON API of a service, with the credentials of a connector. */
export interface ServiceApi {
  /** Display name of the service. */
  readonly name: string;
  readonly outgoing: Outgoing;
  readonly now: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts to remove from messages, because a service may repeat them. */
  readonly secrets: readonly string[];
  readonly refusals: Refusals;
  /** Returns the parts of an error's body that contain reasons. */
  readonly reasons: (body: unknown) => Iterable<unknown>;
  /** Returns the error for a response whose status is not enough to understand it; `null` for all others. */
  readonly special?: (response: OutgoingReply, body: unknown) => ServiceError | null;
}

interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent unchanged, instead of `body`. */
  readonly content?: { readonly type: string; readonly bytes: Buffer };
  /** For files; 10 s by default. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Messages that differ from the API's default messages. */
  readonly refusals?: Partial<Refusals>;
  /** Statuses other than 2xx that the caller handles. */
  readonly accept?: readonly number[];
  /** Whether the response may be longer than usual, because it is a list. */
  readonly isLong?: boolean;
}

interface ApiResponse {
  readonly status: number;
  readonly headers: OutgoingReply["headers"];
  /** `undefined` if it is not JSON, or oversized. */
  readonly body: unknown;
}

/** Time limit for a request with a file. */
export const fileTimeoutMs = 15_000;

const usualResponseBytes = 512 * 1024;
/** Lists contain up to 100 tickets, some with their descriptions. */
const longResponseBytes = 8 * 1024 * 1024;

/**
 * Sends a request and returns its response.
 *
 * @throws ServiceError for a status other than 2xx.
 * @throws OutgoingError without a response.
 */
export async function callApi(api: ServiceApi, request: ApiRequest): Promise<ApiResponse> {
  const { method, url, body, content, timeoutMs, accept = [], isLong = false } = request;
  const maxResponseBytes = isLong ? longResponseBytes : usualResponseBytes;
  const response = await api.outgoing.request({
    method,
    url,
    // Proxies and GitHub reject requests without a user agent, and Jira rejects those with a browser's.
    headers: {
      "user-agent": "plumb",
      ...api.headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(content !== undefined && { "content-type": content.type }),
      ...request.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(content !== undefined && { body: content.bytes }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    maxResponseBytes,
  });
  const { status, headers } = response;
  const parsed = await api.outgoing.readJson(response.body);
  const special = api.special?.(response, parsed) ?? null;
  // The next attempt gets a new access token, if the credentials are those of an application.
  if (status === 401 || special?.message.startsWith(api.refusals.credentials) === true)
    api.secrets.forEach(forgetToken);
  if (special !== null) throw special;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && parsed === undefined && response.body !== "") throw unreadable(api, response, maxResponseBytes);
  if (isSuccess || accept.includes(status)) return { status, headers, body: parsed };
  throw unexpected(api.name, response, {
    now: api.now,
    refusals: { ...api.refusals, ...request.refusals },
    reasons: reasonsOf(api, parsed),
  });
}

/** Returns the error for a success that is not JSON. It may be a proxy's page, so it does not count as a success. */
function unreadable(api: ServiceApi, { status, body }: OutgoingReply, maxBytes: number): ServiceError {
  if (Buffer.byteLength(body) < maxBytes && !isOversized(body)) return notItsApi(api.name);
  return new ServiceError(`${api.name} sent a response that is too long.`, { status, scope: "request" });
}

/**
 * Returns a response in the given shape.
 *
 * @throws ServiceError if it has another shape.
 */
export function readAs<Shape extends z.ZodType>(api: ServiceApi, shape: Shape, body: unknown): z.infer<Shape> {
  const read = shape.safeParse(body);
  if (!read.success) throw notItsApi(api.name);
  return read.data;
}

/** Maximum texts in a message, and characters of a text that are read. */
const maxReasons = 10;
const maxReasonLength = 1000;

/** Returns the reasons in a service's error, one line each, without secrets. */
export function reasonsOf(api: ServiceApi, body: unknown): readonly string[] {
  const secretLength = Math.max(0, ...api.secrets.map(({ length }) => length));
  const found: string[] = [];
  for (const text of textsIn(api.reasons(body))) {
    // Truncating may leave the start of a secret.
    const start = text.length > maxReasonLength ? text.slice(0, Math.max(0, maxReasonLength - secretLength)) : text;
    const reason = textOf(api.secrets.reduce(withoutSecret, start), "");
    if (reason !== "") found.push(reason);
    if (found.length === maxReasons) break;
  }
  return found;
}

function withoutSecret(text: string, secret: string): string {
  return secret === "" ? text : text.replaceAll(secret, "[removed]");
}
