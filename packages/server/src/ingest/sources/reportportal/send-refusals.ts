import type { FastifyError, FastifyInstance } from "fastify";
import type { Context } from "#core/context.ts";
import { asApiError } from "#http/errors.ts";
import { errorCodes, Refused } from "./refusals.ts";

/** Sends errors, including those of unknown URLs, in ReportPortal's format. */
export function answerRefusals(scope: FastifyInstance, { config: { dataDir } }: Pick<Context, "config">): void {
  scope.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof Refused)
      return reply.status(error.statusCode).send({ errorCode: error.errorCode, message: error.message });
    if (request.raw.socket.destroyed) return reply.status(400).send();
    const failure = asApiError(error, dataDir);
    if (failure !== null) {
      if (failure.code === "unavailable") request.log.error({ err: error }, "database or disk unavailable");
      if (failure.status === 503 || failure.status === 429)
        void reply.header("retry-after", String(failure.retryAfter ?? 5));
      return reply.status(failure.status).send({ errorCode: errorCodes[failure.code], message: failure.message });
    }
    request.log.error({ err: error }, "request failed");
    return reply.status(500).send({
      errorCode: 5000,
      message: `Something went wrong on the server. Its log has the details under request ID ${request.id}.`,
    });
  });
  scope.all("/*", (request, reply) =>
    reply.status(404).send({
      errorCode: 40430,
      message: `'${request.method} ${request.url.split("?", 1)[0]?.slice(0, 200)}' not found. Plumb answers ReportPortal's reporting calls only.`,
    }),
  );
}
