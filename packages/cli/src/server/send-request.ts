import { UnexpectedResponseError, NetworkError, refusedError, RefusedError } from "@plumb/client/call-error.ts";
import { type HttpResponse, type Client, createClient } from "@plumb/client/client.ts";
import { defaultBackoff, retry, type RetrySetup } from "@plumb/client/retry.ts";
import type { Connection } from "./connection.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { printable } from "@plumb/reporter-core/text.ts";

/** The attempts span about a minute and a half, long enough for a server restart with migration. */
const backoff = { ...defaultBackoff, attempts: 9 };

/** Returns retry settings that report each retry on standard error. */
export function retrySetup(context: Pick<CliContext, "sleep" | "random" | "stderr">): RetrySetup {
  return {
    ...backoff,
    sleep: (ms) => context.sleep(ms),
    random: context.random,
    onRetry: ({ error, attempt, attempts, delayMs }) => {
      const reason = error instanceof Error ? printable(error.message) : "No answer";
      const wait = (delayMs / 1000).toFixed(1);
      context.stderr.write(`${reason} — trying again in ${wait} s (attempt ${attempt + 1} of ${attempts})\n`);
    },
  };
}

export interface WaitOptions {
  readonly attempts?: number;
  /** Deadline for an answer, in milliseconds since 1970. */
  readonly deadline?: number;
}

/** Maximum time for one request. Only a server that hangs takes longer. */
const maxTimeoutMs = 60_000;
/** Minimum time for a request shortly before the deadline. */
const minTimeoutMs = 5000;

async function fetchWithTimeout(ms: number, url: string, init: RequestInit): Promise<HttpResponse> {
  const timeoutMs = Math.min(ms, maxTimeoutMs);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = httpFetch(url, { ...init, signal });
  return response.catch((error: unknown) => {
    throw signal.aborted ? new Error(`no response within ${Math.ceil(timeoutMs / 1000)} s`) : error;
  });
}

/**
 * Sends a request that is safe to repeat, with retries.
 *
 * @throws RequestError
 */
export async function sendRequest<T>(
  { url, key }: Connection,
  context: Pick<CliContext, "now" | "random" | "sleep" | "stderr">,
  task: (client: Client) => Promise<T>,
  { attempts = backoff.attempts, deadline = Number.POSITIVE_INFINITY }: WaitOptions = {},
): Promise<T> {
  const remainingMs = () => deadline - context.now();
  const fetch = (address: string, init: RequestInit) =>
    fetchWithTimeout(Math.max(minTimeoutMs, remainingMs()), address, init);
  const client = createClient({ baseUrl: url, token: () => key, fetch });
  const setup = { ...retrySetup(context), attempts, mayWait: (ms: number) => ms < remainingMs() };
  try {
    return await retry(setup, () => task(client));
  } catch (error) {
    throw requestError(error);
  }
}

function requestError(error: unknown): unknown {
  if (error instanceof RefusedError) return new RequestError(refusalMessage(error), { cause: error });
  if (error instanceof NetworkError || error instanceof UnexpectedResponseError)
    return new RequestError(error.message, { cause: error });
  return error;
}

/** Returns the user message for a rejected request. */
export function refusalMessage({ status, message, incident }: RefusedError): string {
  const log = incident === null ? "" : ` (request ID ${incident} in the server's log)`;
  // The server treats a text that is not an API key as a session token.
  if (status === 401 && /session/i.test(message))
    return `The API key was not accepted. It is not a key of this server: keys begin with plumb_. Create one in Plumb under Projects, your project, API keys.${log}`;
  if (status === 401) return `The API key was not accepted. ${message}${log}`;
  return `${message}${log}`;
}

/** Returns the user message for a rejected request that was not sent through the client. */
export function refusalMessageOf(status: number, text: string): string {
  return refusalMessage(refusedError(status, text, null));
}
