import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { UnexpectedResponseError } from "@plumb/client/call-error.ts";
import type { HttpResponse } from "@plumb/client/client.ts";

/** Saved on import, before tests can replace it with a mock. */
const startRequest = request;

/** Agents by protocol. https is loaded on demand, because loading it takes as long as the rest of a call. */
const agents: Readonly<Record<string, (reused: boolean) => Promise<Agent | false | undefined>>> = {
  "http:": (reused) => Promise.resolve(reused ? undefined : false),
  "https:": async (reused) => {
    const https = await import("node:https");
    return reused ? https.globalAgent : new https.Agent();
  },
};

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Replaces `fetch`, which is slower for large bodies and keeps a copy of a streamed body in case of a redirect. This function does not follow
 * redirects. The body can be text, bytes or a stream, which is read while it is sent.
 *
 * @throws UnexpectedResponseError for a redirect. Network errors are TypeErrors with a cause, as with `fetch`.
 */
export async function httpFetch(url: string, init: RequestInit = {}): Promise<HttpResponse> {
  try {
    return await exchange(new URL(url), init);
  } catch (error) {
    if (error instanceof UnexpectedResponseError || init.signal?.aborted === true) throw error;
    throw new TypeError("fetch failed", { cause: error });
  }
}

async function exchange(address: URL, init: RequestInit): Promise<HttpResponse> {
  const { method, headers, body = null, signal } = init;
  // A stream cannot be sent twice. It gets a new connection, because the server may close an idle one.
  const isRepeatable = !(body instanceof ReadableStream);
  const agentOf = agents[address.protocol];
  if (agentOf === undefined) throw new Error(`${address.protocol} is not supported, use http: or https:`);
  const agent = await agentOf(isRepeatable);
  const clientRequest = startRequest(address, {
    method: method ?? "GET",
    headers: { ...(headers as Record<string, string> | undefined) },
    ...(agent === undefined ? {} : { agent }),
    ...(signal == null ? {} : { signal }),
  });
  let response: IncomingMessage;
  try {
    response = await receiveResponse(clientRequest, body);
  } catch (error) {
    // The server closed the idle connection just before the request was sent.
    if (clientRequest.reusedSocket && isRepeatable && isConnectionLost(error)) return exchange(address, init);
    throw error;
  }
  const status = response.statusCode ?? 0;
  if (redirects.has(status)) {
    clientRequest.destroy();
    throw new UnexpectedResponseError(
      "The server responded with a redirect. Is this its final address (https, host, path)?",
    );
  }
  const responseText = await text(response);
  return {
    status,
    ok: status >= 200 && status < 300,
    url: address.href,
    headers: { get: (name) => response.headersDistinct[name.toLowerCase()]?.join(", ") ?? null },
    text: () => Promise.resolve(responseText),
  };
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Stops sending the body if the server responds early. */
function receiveResponse(
  clientRequest: ClientRequest,
  body: NonNullable<RequestInit["body"]> | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const source = body instanceof ReadableStream ? Readable.fromWeb(body as never) : null;
    clientRequest.on("response", (response) => {
      resolve(response);
      source?.unpipe(clientRequest);
      source?.destroy();
      response.on("end", () => clientRequest.writableFinished || clientRequest.destroy());
    });
    clientRequest.on("error", (error) => {
      reject(error);
      source?.destroy();
    });
    source?.on("error", (error) => {
      reject(error);
      clientRequest.destroy(error);
    });
    if (source !== null) source.pipe(clientRequest);
    else clientRequest.end(body as string | Uint8Array | null);
  });
}
