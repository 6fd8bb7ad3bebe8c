import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
  /** An upload may take as long as it takes, but in each window so many bytes of it must arrive. */
  readonly windowMs: number;
  readonly bytesPerWindow: number;
  /** A body that goes on after its answer is read and dropped for this long, so that the sender sees the answer. */
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
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly since: number;
  answeredAt: number | null;
  window: { readonly since: number; readonly bytesBefore: number };
}

/** Cuts connections whose body does not end. Without it each of them would stay for as long as its sender likes. */
export function watchBodies(app: FastifyInstance, limits: BodyPatience = patience): void {
  const arriving = new Set<Arriving>();

  const check = (one: Arriving) => {
    const { request, reply, since, window } = one;
    if (one.answeredAt === null && reply.raw.writableFinished) one.answeredAt = now();
    if (one.answeredAt !== null) {
      if (now() - one.answeredAt > limits.lingerMs) request.raw.destroy();
    } else if (!isUpload(request)) {
      if (now() - since > limits.wholeMs) cut(request, reply);
    } else if (now() - window.since > limits.windowMs) {
      const { bytesRead } = request.raw.socket;
      // What has arrived and was not taken yet waits for us, not for the sender.
      const isOurs = request.raw.readableLength > 0;
      if (!isOurs && bytesRead - window.bytesBefore < limits.bytesPerWindow) cut(request, reply);
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

  app.addHook("onRequest", async (request, reply) => {
    const { headers, raw } = request;
    if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0) return;
    const since = now();
    const window = { since, bytesBefore: raw.socket.bytesRead };
    const one: Arriving = { request, reply, since, answeredAt: null, window };
    arriving.add(one);
    // It has arrived, or its connection is gone.
    raw.once("close", () => arriving.delete(one));
  });
}

/** Its body has arrived; however long the answer takes, its connection is not idle. */
export function waitsForUs({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Files come as forms or as they are; every other body is a short text. */
function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesFiles === true || isForm(headers);
}

/** As Node.js answers by itself where the head of a request does not end. */
function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  if (reply.raw.headersSent || !socket.writable) raw.destroy();
  else
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => raw.destroy());
}
