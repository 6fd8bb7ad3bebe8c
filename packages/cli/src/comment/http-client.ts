import { NetworkError, RefusedError, UnexpectedResponseError } from "@plumb/client/call-error.ts";
import type { HostClient, HostRequest, HostResponse } from "@plumb/code-hosts/host-client.ts";
import { valueAt } from "@plumb/code-hosts/host-client.ts";
import { retry } from "@plumb/client/retry.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { retrySetup } from "#server/send-request.ts";

export interface HttpClientSetup {
  /** Name of the service for users. */
  readonly name: string;
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Removed from all messages. */
  readonly token: string;
  /** Explains the statuses 401, 403 and 404, which mean that a permission is missing. */
  readonly explanation: string;
}

/** The service rejected a request, or did not respond. The message contains no token. */
class HostError extends RequestError {
  /** `null` if there was no response. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

const timeoutMs = 30_000;
const maxMessage = 300;
const attempts = 6;

/** Returns a client of a service's REST API that repeats requests which failed temporarily. */
export function createHttpClient(setup: HttpClientSetup, context: CliContext): HostClient {
  const { name, api, token } = setup;
  const clean = (text: string) => printable(text.replaceAll(token, "***")).slice(0, maxMessage);
  return {
    api,
    async send(request) {
      try {
        return await retry({ ...retrySetup(context), attempts }, () => exchange(setup, request, clean));
      } catch (error) {
        if (error instanceof RefusedError) throw new HostError(error.message, error.status);
        if (error instanceof NetworkError) throw new HostError(error.message, null);
        if (error instanceof UnexpectedResponseError)
          throw new HostError(`${name} answered with a redirect. Was the repository renamed or moved?`, null);
        throw error;
      }
    },
    unreadable: () => new HostError(`${api} did not answer like the API of ${name}.`, null),
  };
}

async function exchange(
  { name, headers, explanation }: HttpClientSetup,
  { method, url, body }: HostRequest,
  clean: (text: string) => string,
): Promise<HostResponse> {
  const response = await httpFetch(url, {
    method,
    headers: {
      accept: "application/json",
      "user-agent": "plumb-cli",
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    if (error instanceof UnexpectedResponseError) throw error;
    const { cause } = error as { cause?: unknown };
    const reason = cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
    throw new NetworkError(`${name} did not respond: ${clean(reason)}`, { cause: error });
  });
  const text = await response.text();
  const parsed = parseJson(text);
  if (response.ok) return { body: parsed, header: (header) => response.headers.get(header) };
  const status = isRateLimit(response) ? 429 : response.status;
  const reported = clean(messageOf(parsed));
  const reason = [401, 403, 404].includes(response.status) ? explanation : null;
  throw new RefusedError({
    status,
    code: "invalid",
    message: `${name} answered with status ${response.status}${reported === "" ? "" : ` (${reported})`}${reason === null ? "." : `. ${reason}`}`,
    incident: null,
    retryAfterMs: retryAfterMs(response),
    fields: {},
    body: null,
  });
}

type Headers = { readonly status: number; readonly headers: { readonly get: (name: string) => string | null } };

/** GitHub answers with 403 if there were too many requests. */
function isRateLimit({ status, headers }: Headers): boolean {
  return status === 403 && (headers.get("retry-after") !== null || headers.get("x-ratelimit-remaining") === "0");
}

function retryAfterMs({ headers }: Headers): number | null {
  const after = headers.get("retry-after");
  if (after === null) return null;
  const ms = /^\d+$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function messageOf(body: unknown): string {
  const found = [["message"], ["error", "message"], ["error"]].map((path) => valueAt(body, ...path));
  return found.find((text) => typeof text === "string") ?? "";
}
