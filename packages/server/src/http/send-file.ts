import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { contentDisposition } from "./content-disposition.ts";

/** A file for the caller to download. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  /** Size in bytes; missing if the file is generated while it is sent. */
  readonly size?: number;
  /** The bytes, or a function that writes them until `signal` is aborted because the client has disconnected. */
  readonly body: Readable | ((out: Writable, signal: AbortSignal) => Promise<void>);
}

/**
 * Sends a file. Errors before the first byte are normal responses; later ones close the connection, so that a partial file is not mistaken for a
 * complete one.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const body = typeof file.body === "function" ? await started(request, reply, file.body) : file.body;
  if (file.size !== undefined) reply.header("content-length", file.size);
  return reply
    .header("content-type", file.type)
    .header("content-disposition", contentDisposition("attachment", file.name))
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .send(body);
}

/** Returns the stream that `write` fills, as soon as it contains data. */
async function started(
  request: FastifyRequest,
  reply: FastifyReply,
  write: (out: Writable, signal: AbortSignal) => Promise<void>,
): Promise<Readable> {
  const out = new PassThrough();
  // The stream may fail before it has another listener; its reader receives the error as well.
  out.on("error", () => undefined);
  const removed = new AbortController();
  reply.raw.once("close", () => removed.abort());
  const first = once(out, "readable", { signal: removed.signal });
  first.catch(() => undefined);
  const written = write(out, removed.signal);
  written.catch((error: unknown) => {
    if (!removed.signal.aborted) request.log.error({ err: error }, "a file broke off while it was sent");
    out.destroy(error as Error);
  });
  await Promise.race([first, written]);
  return out;
}
