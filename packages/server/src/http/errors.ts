import { randomUUID } from "node:crypto";
import type { Refusal } from "@plumb/contract/errors.ts";
import type { FastifyError, FastifyInstance } from "fastify";
import { Failure } from "#core/failure.ts";
import { machineFault } from "#core/machine-fault.ts";
import { isUnavailable } from "#store/db.ts";

/** Refusals keep their words; a bug is logged whole and answered with an incident id and nothing else. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const failure = asFailure(error);
    if (failure !== null) {
      if (failure.code === "unavailable") request.log.error({ err: error }, "database or disk unavailable");
      if (failure.code === "unavailable" || failure.code === "upload_in_progress")
        void reply.header("retry-after", "5");
      return reply
        .status(failure.status)
        .send({ success: false, error: failure.message, code: failure.code, ...failure.extra });
    }
    const incident = randomUUID();
    request.log.error({ err: error, incident }, "request failed");
    const answer: Refusal = {
      success: false,
      error: `Something went wrong in the server. The incident ${incident} is in its log.`,
      code: "internal",
      incident,
    };
    return reply.status(500).send(answer);
  });
}

function asFailure(error: FastifyError | Error): Failure | null {
  if (error instanceof Failure) return error;
  const fault = machineFault(error) ?? (isUnavailable(error) ? "The database cannot be reached at the moment" : null);
  if (fault !== null) {
    return new Failure("unavailable", `${fault}. Nothing of this request was kept; send it again later.`);
  }
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new Failure("too_large", "The body of this request is too large.");
  if (status === 429) return new Failure("rate_limited", "Too many requests. Try again later.");
  // Broken JSON, a wrong content type, a multipart body that ends too early: what Fastify refuses by itself.
  if (status !== undefined && status >= 400 && status < 500) return new Failure("invalid", error.message);
  if (/unexpected end of multipart data/i.test(error.message) || error.message.startsWith("Malformed part header")) {
    return new Failure("invalid", "The upload broke off before it was whole. Nothing was kept; send it again.");
  }
  return null;
}
