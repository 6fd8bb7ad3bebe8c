import { NetworkError, RefusedError, UnexpectedResponseError } from "@plumb/client/call-error.ts";
import { retry } from "@plumb/client/retry.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { retrySetup } from "#server/send-request.ts";

interface HostApiSetup {
  /** Name of the service for users. */
  readonly name: string;
  /** Address that paths are appended to. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Removed from all messages. */
  readonly token: string;
  /** Explains the statuses 401, 403 and 404, which mean that a permission is missing. */
  readonly explanation: string;
}

interface HostResponse {
  readonly body: unknown;
  readonly header: (name: string) => string | null;
}

export interface HostApi {
  /** @throws HostError */
  readonly send: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
  ) => Promise<HostResponse>;
}

/** The service rejected a request, or did not respond. The message contains no token. */
export class HostError extends RequestError {
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
export function createHostApi(setup: HostApiSetup, context: CliContext): HostApi {
  const { name, token } = setup;
  const clean = (text: string) => printable(text.replaceAll(token, "***")).slice(0, maxMessage);
  return {
    async send(method, path, body) {
      const task = () => exchange(setup, { method, path, body, clean });
      try {
        return await retry({ ...retrySetup(context), attempts }, task);
      } catch (error) {
        if (error instanceof RefusedError) throw new HostError(error.message, error.status);
        if (error instanceof NetworkError) throw new HostError(error.message, null);
        if (error instanceof UnexpectedResponseError)
          throw new HostError(`${name} answered with a redirect. Was the repository renamed or moved?`, null);
        throw error;
      }
    },
  };
}

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly clean: (text: string) => string;
}

async function exchange(
  { name, base, headers, explanation }: HostApiSetup,
  { method, path, body, clean }: Exchange,
): Promise<HostResponse> {
  const response = await httpFetch(`${base}${path}`, {
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
  const { message, error } = recordOf(body);
  const { message: nested } = recordOf(error);
  const found = [message, nested, error].find((text) => typeof text === "string");
  return typeof found === "string" ? found : "";
}

/** Returns the fields of an object, and none for any other value. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns a nested value; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => recordOf(found)[name], value);
}

/** Returns a nested text or number as text; empty if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : typeof found === "number" ? String(found) : "";
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
