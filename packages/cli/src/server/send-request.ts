import { AnswerError, NetworkError, refusedError, RefusedError } from "@plumb/client/call-error.ts";
import { type Answer, type Client, createClient } from "@plumb/client/client.ts";
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
  readonly until?: number;
}

/** Maximum time for one request. Only a server that hangs takes longer. */
const longestMs = 60_000;
/** Minimum time for a request shortly before the deadline. */
const shortestMs = 5000;

async function answeredWithin(ms: number, url: string, init: RequestInit): Promise<Answer> {
  const limit = Math.min(ms, longestMs);
  const signal = AbortSignal.timeout(limit);
  const answer = httpFetch(url, { ...init, signal });
  return answer.catch((error: unknown) => {
    throw signal.aborted ? new Error(`no answer came within ${Math.ceil(limit / 1000)} s`) : error;
  });
}

/**
 * Sends a request that is safe to repeat, with retries.
 *
 * @throws RequestError
 */
export async function ask<T>(
  { url, key }: Connection,
  context: Pick<CliContext, "now" | "random" | "sleep" | "stderr">,
  task: (client: Client) => Promise<T>,
  { attempts = backoff.attempts, until = Number.POSITIVE_INFINITY }: WaitOptions = {},
): Promise<T> {
  const left = () => until - context.now();
  const fetch = (address: string, init: RequestInit) => answeredWithin(Math.max(shortestMs, left()), address, init);
  const client = createClient({ baseUrl: url, token: () => key, fetch });
  const setup = { ...retrySetup(context), attempts, mayWait: (ms: number) => ms < left() };
  try {
    return await retry(setup, () => task(client));
  } catch (error) {
    throw requestError(error);
  }
}

function requestError(error: unknown): unknown {
  if (error instanceof RefusedError) return new RequestError(explained(error), { cause: error });
  if (error instanceof NetworkError || error instanceof AnswerError)
    return new RequestError(error.message, { cause: error });
  return error;
}

/** Returns the user message for a rejected request. */
export function explained({ status, message, incident }: RefusedError): string {
  const log = incident === null ? "" : ` (incident ${incident} in the server's log)`;
  // The server treats a text that is not an API key as a session token.
  if (status === 401 && /session/i.test(message))
    return `The API key was not accepted. It is not a key of this server: keys begin with plumb_. Create one in Plumb under Projects, your project, API keys.${log}`;
  if (status === 401) return `The API key was not accepted. ${message}${log}`;
  return `${message}${log}`;
}

/** Returns the user message for a rejected request that was not sent through the client. */
export function refusalOf(status: number, text: string): string {
  return explained(refusedError(status, text, null));
}
