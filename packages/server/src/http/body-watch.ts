import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { guard } from "#core/guard.ts";
import { isForm } from "./counted-body.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is a file or several, of any size. */
    readonly takesFiles?: boolean;
  }
}

/** How long a body may take to arrive. */
export interface BodyPatience {
  /** Every body but an upload. */
  readonly wholeMs: number;
  /** An upload has no time limit, but must deliver this many bytes in each interval. */
  readonly windowMs: number;
  readonly bytesPerWindow: number;
  /**
   * After a response, the rest of a body is read and dropped for this long, so that the sender sees the response.
   */
  readonly lingerMs: number;
  readonly checkMs: number;
}

const patience: BodyPatience = {
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

/** Watches a request whose body arrives. */
export type WatchBody = (raw: IncomingMessage, response: ServerResponse, isUpload?: () => boolean) => void;

const neverUpload = () => false;

/**
 * Cuts connections whose body does not end. Without it each of them would stay for as long as its sender likes. Returns the way to
 * watch requests that others than Fastify answer.
 */
export function watchBodies(app: FastifyInstance, limits: BodyPatience = patience): WatchBody {
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
      // Data that has arrived but not been read waits for the server, not for the sender.
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
    // It has arrived, or its connection is gone.
    raw.once("close", () => arriving.delete(one));
  };
  app.addHook("onRequest", async (request, reply) => watch(request.raw, reply.raw, () => takesFiles(request)));
  return watch;
}

/** Its body has arrived; its connection is not idle, however long the response takes. */
export function waitsForUs({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Files come as forms or as they are; every other body is a short text. */
function takesFiles({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesFiles === true || isForm(headers);
}

/** The same response that Node.js sends for an incomplete request head. */
function cut(raw: IncomingMessage, response: ServerResponse): void {
  const { socket } = raw;
  if (response.headersSent || !socket.writable) raw.destroy();
  else
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => raw.destroy());
}
