import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { AnswerError } from "@plumb/client/call-error.ts";
import type { Answer } from "@plumb/client/client.ts";

/** Taken at once: what tests put in its place later is not for us. */
const send = request;

/** Agents by protocol. https is loaded on demand, because it takes as long as the rest of a call. */
const agents: Readonly<Record<string, (reused: boolean) => Promise<Agent | false | undefined>>> = {
  "http:": (reused) => Promise.resolve(reused ? undefined : false),
  "https:": async (reused) => {
    const https = await import("node:https");
    return reused ? https.globalAgent : new https.Agent();
  },
};

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The fetch for Node. Its own takes longer to send a large body, and keeps a copy of a streamed one for a redirect. This one
 * follows none, and takes bodies that are text, bytes or a stream, which it reads while it sends it.
 *
 * @throws AnswerError for a redirect; for what goes wrong on the way, as fetch does, a TypeError with its cause.
 */
export async function httpFetch(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    return await answered(new URL(url), init);
  } catch (error) {
    if (error instanceof AnswerError || init.signal?.aborted === true) throw error;
    throw new TypeError("fetch failed", { cause: error });
  }
}

async function answered(address: URL, init: RequestInit): Promise<Answer> {
  const { method, headers, body = null, signal } = init;
  // A stream cannot be sent twice, so it gets a new connection that the server has no reason to close.
  const repeatable = !(body instanceof ReadableStream);
  const agentOf = agents[address.protocol];
  if (agentOf === undefined) throw new Error(`${address.protocol} is no protocol to call a server by`);
  const agent = await agentOf(repeatable);
  const sent = send(address, {
    method: method ?? "GET",
    headers: { ...(headers as Record<string, string> | undefined) },
    ...(agent === undefined ? {} : { agent }),
    ...(signal == null ? {} : { signal }),
  });
  let answer: IncomingMessage;
  try {
    answer = await heard(sent, body);
  } catch (error) {
    // The server had closed the idle connection, and we did not know of it yet.
    if (sent.reusedSocket && repeatable && isCut(error)) return answered(address, init);
    throw error;
  }
  const status = answer.statusCode ?? 0;
  if (redirects.has(status)) {
    sent.destroy();
    throw new AnswerError("The server answers with a redirect. Is this its final address (https, host, path)?");
  }
  const said = await text(answer);
  return {
    status,
    ok: status >= 200 && status < 300,
    url: address.href,
    headers: { get: (name) => answer.headersDistinct[name.toLowerCase()]?.join(", ") ?? null },
    text: () => Promise.resolve(said),
  };
}

function isCut(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** A server may answer before it has taken all; what is left of the body is not sent then. */
function heard(sent: ClientRequest, body: NonNullable<RequestInit["body"]> | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const source = body instanceof ReadableStream ? Readable.fromWeb(body as never) : null;
    sent.on("response", (answer) => {
      resolve(answer);
      source?.unpipe(sent);
      source?.destroy();
      answer.on("end", () => sent.writableFinished || sent.destroy());
    });
    sent.on("error", (error) => {
      reject(error);
      source?.destroy();
    });
    source?.on("error", (error) => {
      reject(error);
      sent.destroy(error);
    });
    if (source !== null) source.pipe(sent);
    else sent.end(body as string | Uint8Array | null);
  });
}
