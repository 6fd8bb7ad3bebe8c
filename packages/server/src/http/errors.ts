import { statfsSync } from "node:fs";
import type { ErrorCode, Refusal } from "@plumb/contract/errors.ts";
import type { FastifyError, FastifyInstance } from "fastify";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { machineFault } from "#core/machine-fault.ts";
import { isUnavailable } from "#store/db.ts";

/** Default `Retry-After` in seconds. */
const waitSeconds: Partial<Record<ErrorCode, number>> = { unavailable: 5, upload_in_progress: 5, rate_limited: 30 };

/** Sends expected errors with their message. Bugs are logged with all details, and the response only contains the id of the request. */
export function handleErrors(app: FastifyInstance, { config: { dataDir } }: Pick<Context, "config">): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (request.raw.socket.destroyed) {
      // The client has disconnected, so it does not receive a response.
      request.log.info({ err: error }, "a request broke off");
      return reply.status(400).send();
    }
    const failure = asApiError(error, dataDir);
    if (failure !== null) {
      if (failure.code === "unavailable") request.log.error({ err: error }, "database or disk unavailable");
      const wait = failure.retryAfter ?? waitSeconds[failure.code];
      if (wait !== undefined) void reply.header("retry-after", String(wait));
      return reply
        .status(failure.status)
        .send({ success: false, error: failure.message, code: failure.code, ...failure.extra });
    }
    request.log.error({ err: error }, "request failed");
    const response: Refusal = {
      success: false,
      error: `Something went wrong on the server. Its log has the details under request ID ${request.id}.`,
      code: "internal",
      incident: request.id,
    };
    return reply.status(500).send(response);
  });
}

/** With less free space, the embedded database stops without an explanation. */
const minFreeBytes = 16 * 1024 * 1024;

function databaseFault(dataDir: string): string {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    if (bavail * bsize < minFreeBytes) return "The server's disk is full";
  } catch {
    // The folder does not exist, so the disk is not the problem.
  }
  return "The database cannot be reached right now";
}

/** Returns the response for an expected error, a full disk or an unreadable body; `null` for a bug. */
export function asApiError(error: FastifyError | Error, dataDir: string): ApiError | null {
  if (error instanceof ApiError) return error;
  const fault = machineFault(error) ?? (isUnavailable(error) ? databaseFault(dataDir) : null);
  if (fault !== null) {
    return new ApiError("unavailable", `${fault}. Nothing from this request was saved; try again later.`);
  }
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413 && /^FST_(FIELDS|PARTS|FILES)_LIMIT$/.test((error as FastifyError).code))
    return new ApiError("too_large", "The form has too many fields or files. Nothing was saved.");
  if (status === 413) return new ApiError("too_large", "The request body is too large.");
  if (status === 415)
    return new ApiError("invalid", "The type of the body is not supported. Send it as application/json.");
  if ("code" in error && error.code === "FST_ERR_CTP_INVALID_JSON_BODY")
    return new ApiError("invalid", "The body is not valid JSON.");
  if (status === 429) return new ApiError("rate_limited", "Too many requests. Try again later.");
  // Errors of Fastify: invalid JSON, a wrong content type, a truncated multipart body.
  if (status !== undefined && status >= 400 && status < 500) return new ApiError("invalid", error.message);
  if (/boundary not found/i.test(error.message)) return new ApiError("invalid", "The form has no boundary.");
  if (/unexpected end of multipart data/i.test(error.message) || error.message.startsWith("Malformed part header")) {
    return new ApiError("invalid", "The upload ended early. Nothing was saved; send it again.");
  }
  return null;
}
