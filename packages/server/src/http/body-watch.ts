import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { guard } from "#core/guard.ts";
import { isForm } from "./counted-body.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body consists of files of any size. */
    readonly takesFiles?: boolean;
  }
}

/** Time limits for receiving a body. */
export interface BodyTimeouts {
  /** Limit for all bodies except uploads. */
  readonly wholeMs: number;
  /** Uploads have no time limit, but must deliver this many bytes in each interval. */
  readonly windowMs: number;
  readonly bytesPerWindow: number;
  /** After a response, the rest of the body is read and discarded for this time, so that the client receives the response. */
  readonly lingerMs: number;
  readonly checkMs: number;
}

const timeouts: BodyTimeouts = {
  wholeMs: 20_000,
  windowMs: 30_000,
  bytesPerWindow: 30 * 1024,
  lingerMs: 5000,
  checkMs: 2500,
};

const now = () => performance.now();

interface Arriving {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpload: () => boolean;
  readonly since: number;
  answeredAt: number | null;
  window: { readonly since: number; readonly bytesBefore: number };
}

/** Watches a request while its body is received. */
export type WatchBody = (raw: IncomingMessage, response: ServerResponse, isUpload?: () => boolean) => void;

const neverUpload = () => false;

/**
 * Closes connections whose body does not end, because clients could otherwise keep them open forever. Returns a function that watches requests which
 * Fastify does not handle.
 */
export function watchBodies(app: FastifyInstance, limits: BodyTimeouts = timeouts): WatchBody {
  const arriving = new Set<Arriving>();

  const check = (one: Arriving) => {
    const { raw, response, since, window } = one;
    if (one.answeredAt === null && response.writableFinished) one.answeredAt = now();
    if (one.answeredAt !== null) {
      if (now() - one.answeredAt > limits.lingerMs) raw.destroy();
    } else if (!one.isUpload()) {
      if (now() - since > limits.wholeMs) cut(raw, response);
    } else if (now() - window.since > limits.windowMs) {
      const { bytesRead } = raw.socket;
      // If received data has not been read yet, the server is slow, not the client.
      const isOurs = raw.readableLength > 0;
      if (!isOurs && bytesRead - window.bytesBefore < limits.bytesPerWindow) cut(raw, response);
      one.window = { since: now(), bytesBefore: bytesRead };
    }
  };
  const checking = setInterval(
    guard(app.log, "bodies that arrive were not checked", () => {
      for (const one of arriving) check(one);
    }),
    limits.checkMs,
  ).unref();
  app.addHook("onClose", async () => clearInterval(checking));

  const watch: WatchBody = (raw, response, isUpload = neverUpload) => {
    const { headers } = raw;
    if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
    const since = now();
    const window = { since, bytesBefore: raw.socket.bytesRead };
    const one: Arriving = { raw, response, isUpload, since, answeredAt: null, window };
    arriving.add(one);
    // The body is complete, or the connection is closed.
    raw.once("close", () => arriving.delete(one));
  };
  app.addHook("onRequest", async (request, reply) => watch(request.raw, reply.raw, () => takesFiles(request)));
  return watch;
}

/** Disables the idle timeout of the connection once the body has been received, because the response may take long. */
export function disableIdleTimeout({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Files are sent as forms or as raw bodies; all other bodies are short texts. */
function takesFiles({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesFiles === true || isForm(headers);
}

/** Sends the same response as Node.js does for an incomplete request head. */
function cut(raw: IncomingMessage, response: ServerResponse): void {
  const { socket } = raw;
  if (response.headersSent || !socket.writable) raw.destroy();
  else
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => raw.destroy());
}
