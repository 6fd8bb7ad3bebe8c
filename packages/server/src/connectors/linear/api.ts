import { createHash } from "node:crypto";
import { notItsApi, textOf } from "#connectors/responses.ts";
import { firstOf, partOf } from "#connectors/reasons.ts";
import { callApi, reasonsOf, type ServiceApi } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";
import { retryAfterMs, serviceTimeMs } from "#outgoing/response-status.ts";

/** Linear's own address, which is the same for all customers. @see https://linear.app/developers/graphql */
export const linearUrl = "https://api.linear.app/graphql";

export interface LinearApi extends ServiceApi {
  readonly url: string;
}

/** Linear recommends waiting until its bucket has refilled. After a minute, it is full enough for a few requests. */
const refillMs = 60_000;

export function linearApi(options: { credentials: Values; outgoing: Outgoing; now: Date }): LinearApi {
  const { credentials, outgoing, now } = options;
  const key = credentials["apiKey"] ?? "";
  const api: LinearApi = {
    name: "Linear",
    url: baseUrl(credentials, "apiUrl") || linearUrl,
    outgoing,
    now,
    headers: { authorization: key, accept: "application/json" },
    secrets: [key],
    refusals: {
      credentials: "Linear rejected the API key.",
      rights: "The API key may not do this.",
      missing: "Linear has no API at this address.",
    },
    reasons: (body) => errorsOf(body).map(({ message, userMessage }) => userMessage ?? message),
    special: (response, body) => graphqlError(api, response, body),
  };
  return api;
}

/**
 * Returns the data of a query or mutation.
 *
 * @param missing Message if a referenced object does not exist.
 */
export async function queryLinear(
  api: LinearApi,
  query: string,
  variables: object,
  missing?: string,
): Promise<unknown> {
  try {
    const { body } = await callApi(api, { method: "POST", url: api.url, body: { query, variables }, isLong: true });
    if (typeof body === "object" && body !== null && "data" in body) return body.data;
    throw notItsApi(api.name);
  } catch (error) {
    if (missing !== undefined && isMissing(error)) throw new ServiceError(missing, { status: 404, scope: "request" });
    throw error;
  }
}

/** Returns true for the error about an id that does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404;
}

/** Returns the UUID that Linear uses for a ticket with this mark, because clients may choose the ids of the objects they create. */
export function idFromMark(mark: string): string {
  const hex = createHash("sha256").update(mark).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface GraphqlError {
  readonly message: unknown;
  readonly userMessage: unknown;
  /** Such as RATELIMITED and AUTHENTICATION_ERROR. */
  readonly codes: readonly unknown[];
}

function errorsOf(body: unknown): readonly GraphqlError[] {
  return firstOf(partOf(body, "errors")).map((error) => {
    const extensions = partOf(error, "extensions");
    return {
      message: partOf(error, "message"),
      userMessage: partOf(extensions, "userPresentableMessage"),
      codes: [partOf(extensions, "code"), partOf(extensions, "type")],
    };
  });
}

/** Linear reports errors with status 200, 400 or 401. A rate limit has status 400. */
function graphqlError(api: ServiceApi, response: OutgoingReply, body: unknown): ServiceError | null {
  const errors = errorsOf(body);
  const [first] = errors;
  const { status } = response;
  if (first === undefined || status >= 500) return null;
  const has = (pattern: RegExp) =>
    errors.some(({ codes, message }) => [message, ...codes].some((text) => pattern.test(textOf(text, ""))));
  if (has(/\bRATELIMITED\b|rate limit/i))
    return new ServiceError("Linear received too many requests. Try again later.", {
      status,
      scope: "destination",
      retryAfterMs: waitMs(response, api.now),
    });
  if (status === 401 || has(/authenticat/i))
    return new ServiceError(api.refusals.credentials, { status, scope: "destination" });
  const reasons = reasonsOf(api, body).join("; ").replace(/\.$/, "");
  if (has(/^Entity not found/i))
    return new ServiceError(`Linear did not find it: ${reasons}.`, { status: 404, scope: "request" });
  if (has(/\bFORBIDDEN\b/i))
    return new ServiceError(`The API key may not do this. Linear says: ${reasons}.`, { status, scope: "destination" });
  return new ServiceError(`Linear refused the request: ${reasons}.`, { status, scope: "request" });
}

/** @see https://linear.app/developers/rate-limiting */
function waitMs({ headers }: OutgoingReply, now: Date): number {
  const spent = ["requests", "complexity", "endpoint-requests"].filter(
    (name) => headers[`x-ratelimit-${name}-remaining`] === "0",
  );
  const waits = spent.map((name) => Number(headers[`x-ratelimit-${name}-reset`]) - serviceTimeMs(headers, now));
  const longest = Math.max(0, ...waits.filter((ms) => Number.isFinite(ms)));
  return retryAfterMs(headers, now) ?? (longest > 0 ? longest : refillMs);
}
