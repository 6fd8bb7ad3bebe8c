import { AnswerError } from "#call-error.ts";

/**
 * The fetch for bodies that are read while they are sent. Node's keeps a copy of a streamed body for a redirect, and with it
 * the whole file in memory, unless it may not follow one and has no window.
 *
 * @throws AnswerError for a redirect.
 */
export async function streamingFetch(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "error", window: null });
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof Error && cause.message === "unexpected redirect")) throw error;
    throw new AnswerError("The server answers with a redirect. Is this its final address (https, host, path)?");
  }
}
