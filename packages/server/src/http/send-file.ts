import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { contentDisposition } from "#http/content-disposition.ts";

/** A file for the caller to save. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  /** Absent: it is made while it is sent. */
  readonly size?: number;
  /** The bytes, or a function that writes them until `signal` reports that the caller has gone. */
  readonly body: Readable | ((out: Writable, signal: AbortSignal) => Promise<void>);
}

/**
 * Sends a file. Errors before the first byte are normal responses; later ones close the connection, so that a
 * partial file is not mistaken for a whole one.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const body = typeof file.body === "function" ? await begun(request, reply, file.body) : file.body;
  if (file.size !== undefined) reply.header("content-length", file.size);
  return reply
    .header("content-type", file.type)
    .header("content-disposition", contentDisposition("attachment", file.name))
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .send(body);
}

/** The stream that `write` fills, once it contains data. */
async function begun(
  request: FastifyRequest,
  reply: FastifyReply,
  write: (out: Writable, signal: AbortSignal) => Promise<void>,
): Promise<Readable> {
  const out = new PassThrough();
  // It may fail before it has a listener; the reader receives the error.
  out.on("error", () => undefined);
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const first = once(out, "readable", { signal: gone.signal });
  first.catch(() => undefined);
  const written = write(out, gone.signal);
  written.catch((error: unknown) => {
    if (!gone.signal.aborted) request.log.error({ err: error }, "a file broke off while it was sent");
    out.destroy(error as Error);
  });
  await Promise.race([first, written]);
  return out;
}
