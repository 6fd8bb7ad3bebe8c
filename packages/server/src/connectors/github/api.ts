import { githubGraphql, githubHeaders } from "@plumb/code-hosts/github.ts";
import { notItsApi } from "#connectors/responses.ts";
import { firstOf, partOf, textsIn } from "#connectors/reasons.ts";
import { callApi, reasonsOf, type ServiceApi } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";
import { retryAfterMs, serviceTimeMs } from "#outgoing/response-status.ts";

/** The REST and GraphQL API of GitHub. @see https://docs.github.com/rest and https://docs.github.com/graphql */
export interface GithubApi extends ServiceApi {
  /** Address of the REST API, without a trailing slash. */
  readonly url: string;
}

/** GitHub recommends waiting for a minute if a secondary limit has no `retry-after`. */
const secondaryLimitMs = 60_000;

export function githubApi({
  credentials,
  outgoing,
  now,
}: {
  credentials: Values;
  outgoing: Outgoing;
  now: Date;
}): GithubApi {
  const token = credentials["token"] ?? "";
  const api: GithubApi = {
    name: "GitHub",
    url: baseUrl(credentials, "apiUrl"),
    outgoing,
    now,
    headers: githubHeaders(token),
    secrets: [token],
    refusals: {
      credentials: "GitHub rejected the access token.",
      rights: "The access token may not do this; it needs read and write access to issues.",
      missing: "There is no GitHub API at this address.",
    },
    reasons: githubReasons,
    special: (response, body) => rateLimit(response, body, now) ?? lockedIssue(api, response, body),
  };
  return api;
}

/**
 * Sends a request. Repositories that were renamed, and issues that were transferred, respond with a redirect, which is followed once if it leads to the same
 * server.
 */
export async function callGithub(api: GithubApi, request: Parameters<typeof callApi>[1]): ReturnType<typeof callApi> {
  const moved = [301, 302, 307, 308];
  const first = await callApi(api, { ...request, accept: moved });
  if (!moved.includes(first.status)) return first;
  const target = URL.parse(String(first.headers["location"] ?? ""), request.url);
  if (target === null || target.origin !== new URL(api.url).origin) return callApi(api, request);
  return callApi(api, { ...request, url: target.href });
}

/** Returns the data of a GraphQL query. Parts that do not exist are `null`. */
export async function queryGithub(api: GithubApi, query: string, variables: object): Promise<unknown> {
  const url = githubGraphql(api.url);
  const { body } = await callApi(api, { method: "POST", url, body: { query, variables }, isLong: true });
  const data = partOf(body, "data");
  const input = partOf(body, "errors");
  const errors = (Array.isArray(input) ? (input as readonly unknown[]) : []).map((error) => ({
    error,
    type: partOf(error, "type"),
  }));
  if (errors.some(({ type }) => type === "RATE_LIMITED")) throw tooMany(200, secondaryLimitMs);
  // GitHub reports NOT_FOUND for deleted issues, and for repositories that the token cannot see.
  const others = errors.filter(({ type }) => type !== "NOT_FOUND").map(({ error }) => error);
  if (others.length > 0) {
    const reasons = reasonsOf(api, { errors: others }).join("; ").replace(/\.$/, "");
    throw new ServiceError(`GitHub refused the query: ${reasons}.`, { status: 200, scope: "destination" });
  }
  if (typeof data !== "object" || data === null) throw notItsApi(api.name);
  return data;
}

function githubReasons(body: unknown): Iterable<unknown> {
  const details = firstOf(partOf(body, "errors")).map((error) => {
    const [text, field, code] = [partOf(error, "message"), partOf(error, "field"), partOf(error, "code")];
    if (typeof error === "string" || typeof text === "string") return text ?? error;
    return typeof field === "string" && typeof code === "string" ? `${field} is ${code}` : "";
  });
  return [partOf(body, "message"), ...details];
}

/**
 * GitHub reports both of its limits with 403 or 429.
 *
 * @see https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
function rateLimit(response: OutgoingReply, body: unknown, now: Date): ServiceError | null {
  const { status, headers } = response;
  if (status !== 403 && status !== 429) return null;
  const requested = retryAfterMs(headers, now);
  if (requested !== null) return tooMany(status, requested);
  const resetMs = Number(headers["x-ratelimit-reset"]) * 1000 - serviceTimeMs(headers, now);
  if (headers["x-ratelimit-remaining"] === "0") return tooMany(status, resetMs > 0 ? resetMs : secondaryLimitMs);
  const isSecondary = textsIn(githubReasons(body)).some((reason) => /rate limit|abuse/i.test(reason));
  return status === 429 || isSecondary ? tooMany(status, secondaryLimitMs) : null;
}

function tooMany(status: number, ms: number): ServiceError {
  return new ServiceError(`GitHub received too many requests (HTTP ${status}). Try again later.`, {
    status,
    scope: "destination",
    retryAfterMs: ms,
  });
}

/** Only this issue is locked, so others can still be changed. */
function lockedIssue(api: ServiceApi, { status }: OutgoingReply, body: unknown): ServiceError | null {
  if (status !== 403 || !reasonsOf(api, body).some((reason) => /\block(ed)?\b/i.test(reason))) return null;
  return new ServiceError("This issue is locked on GitHub, so the access token cannot comment on it.", {
    status,
    scope: "request",
  });
}
