import type { UploadWay } from "@plumb/contract/runs/uploads.ts";
import { uploadAddress } from "@plumb/contract/runs/upload-labels.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { machineFault } from "#core/machine-fault.ts";
import { projectOfApiKey } from "#core/secrets.ts";
import { storable } from "#core/text.ts";
import { tokenOf } from "#http/caller.ts";
import { knownSender } from "./known-sender.ts";
import { senderDetails } from "./new-upload.ts";
import { endOfRefusal } from "./outcome.ts";
import type { Refusals } from "./refusals.ts";
import type { UploadEnd, NewUpload } from "#store/uploads/uploads.ts";
import { isUnavailable } from "#store/db.ts";

/** Names of requests that were rejected before their content was known. */
const names: Record<UploadWay, string> = {
  file: "files that were not read",
  live: "a reporter",
  spool: "a reporter",
  reportportal: "a ReportPortal agent",
};

type Recording = Pick<Context, "clock" | "db" | "log" | "publicUrl">;

/** Requests that are already recorded. */
const recorded = new WeakSet<FastifyRequest>();

/** Marks a request whose end is recorded by its handler. */
export function markRecorded(request: FastifyRequest): void {
  recorded.add(request);
}

/**
 * Records rejections by routes of `scope` if the project is certain: expired keys, missing rights, invalid parameters.
 *
 * @param isOpening Returns whether the request starts something. For other requests, only missing rights, size and rate limits are recorded.
 */
export function recordRefusals(
  scope: FastifyInstance,
  context: Recording,
  refusals: Refusals,
  { way, isOpening }: { readonly way: UploadWay; readonly isOpening: (request: FastifyRequest) => boolean },
): void {
  scope.addHook("onError", async (request, _reply, error) => {
    if (recorded.has(request) || !isOfInterest(error, isOpening(request))) return;
    try {
      if (error instanceof ApiError && error.code === "rate_limited") return countLimited(refusals, request, error);
      const sender = await knownSender(context, request);
      if (sender === null) return;
      const { projectId, isCertain } = sender;
      const parameters = isCertain ? parametersOf(request) : {};
      const upload: NewUpload = {
        projectId,
        receivedAt: context.clock(),
        way: parameters["spooled"] === true ? "spool" : way,
        sender: sender.sender,
        facts: senderDetails(textsOf(parameters)),
        name: textsOf(parameters)["filename"] ?? names[way],
        fileCount: 0,
        bytes: 0,
      };
      const end = sender.ended === null ? endOfError(error) : endOfRefusal("rejected", sender.ended);
      const id = await refusals.note(upload, end);
      // The response is serialised after this hook.
      if (error instanceof ApiError && id !== null && isCertain)
        error.extra["uploadUrl"] = addressOf(context, projectId, id);
    } catch (failed) {
      // The response does not depend on whether the rejection was recorded.
      context.log.warn({ err: failed }, "a refused upload was not noted");
    }
  });
}

/** Takes the project from the key without a query, because the key was checked before and the database is under load. */
function countLimited(refusals: Refusals, request: FastifyRequest, { message }: ApiError): void {
  const projectId = projectOfApiKey(tokenOf(request) ?? "");
  if (projectId !== null) refusals.count(projectId, message);
}

function isOfInterest(error: Error, opening: boolean): boolean {
  if (opening) return true;
  return (
    error instanceof ApiError && ["unauthenticated", "forbidden", "too_large", "rate_limited"].includes(error.code)
  );
}

/** Returns the outcome of a failed request. */
export function endOfError(error: unknown, isCutOff = false): UploadEnd {
  if (isCutOff) return endOfRefusal("interrupted", "The connection was lost. Nothing was stored: send it again.");
  if (error instanceof ApiError && error.code === "upload_in_progress") return endOfRefusal("failed", error.message);
  if (error instanceof ApiError) return endOfRefusal(error.status >= 500 ? "failed" : "rejected", error.message);
  const status = (error as { statusCode?: number } | null)?.statusCode;
  if (status !== undefined && status >= 400 && status < 500)
    return endOfRefusal("rejected", `${(error as Error).message.replace(/\.$/, "")}. Nothing was stored.`);
  const fault = error instanceof Error ? machineFault(error) : null;
  if (fault !== null || isUnavailable(error))
    return endOfRefusal(
      "failed",
      `${fault ?? "The database was unreachable"}. Nothing was stored: send it again later.`,
    );
  return endOfRefusal(
    "failed",
    "Something went wrong on the server. Nothing was stored: send it again. If it fails again, the server log has the reason.",
  );
}

/** Adds the upload's URL to an error. */
export function withAddress(
  error: unknown,
  { publicUrl }: Pick<Context, "publicUrl">,
  { projectId, id }: { readonly projectId: number; readonly id: number | null },
): unknown {
  if (!(error instanceof ApiError) || id === null) return error;
  const extra = { ...error.extra, uploadUrl: addressOf({ publicUrl }, projectId, id) };
  return new ApiError(error.code, error.message, extra, error.retryAfter);
}

function addressOf({ publicUrl }: Pick<Context, "publicUrl">, projectId: number, id: number): string {
  return `${publicUrl()}${uploadAddress(projectId, id)}`;
}

/** Returns the parameters of the URL and the body without validation. */
function parametersOf({ query, body }: FastifyRequest): Record<string, unknown> {
  const isObject = typeof body === "object" && body !== null && !Buffer.isBuffer(body);
  return { ...(isObject ? body : {}), ...(query as object) };
}

const longest = 300;

function textsOf(parameters: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [[name, storable(cut(value, longest))] as const] : [],
  );
  return Object.fromEntries(texts.filter(([name]) => visibleParameters.has(name)));
}

const visibleParameters = new Set(["suite", "environment", "branch", "commit", "build", "filename"]);
