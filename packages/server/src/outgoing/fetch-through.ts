import { isOversized } from "./bounded-json.ts";
import type { Outgoing } from "./outgoing.ts";
import { tooLargeToRead } from "./outgoing-error.ts";

/** Options of `fetch` that libraries use. */
interface Input {
  readonly method?: string | undefined;
  readonly headers?: HeadersInit | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Returns a `fetch` function for libraries, with the address guard, timeout and messages of all outgoing requests. Libraries parse JSON themselves, so
 * oversized JSON is an error.
 */
export function fetchThrough(outgoing: Outgoing): (input: string | URL | Request, init?: Input) => Promise<Response> {
  return async (input, { method, headers: options, body: content, signal } = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const text = content instanceof URLSearchParams ? content.toString() : content;
    const { status, headers, body } = await outgoing.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: Object.fromEntries(new Headers(options)),
      ...(typeof text === "string" && { body: text }),
      ...(signal && { signal }),
    });
    if (isOversized(body)) throw tooLargeToRead(new URL(url).host);
    const received = new Headers();
    for (const [name, value] of Object.entries(headers))
      for (const one of [value ?? []].flat()) received.append(name, one);
    // `Response` allows no body for these statuses, and no status below 200.
    return new Response(body === "" || [204, 205, 304].includes(status) ? null : body, {
      status: Math.max(200, status),
      headers: received,
    });
  };
}
