import multipart from "@fastify/multipart";
import { type FileVerdict, upload as uploadEndpoint, UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { check, withoutEmpty } from "#http/api.ts";
import { refuseUnfit } from "#http/unfit-value.ts";
import { disableIdleTimeout } from "#http/body-watch.ts";
import { authorise, identify } from "#http/caller.ts";
import { asApiError } from "#http/errors.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { createSemaphore } from "#core/semaphore.ts";
import { recordEnd, recordWaiting } from "./end-of-upload.ts";
import { uploadOfFiles, senderOf } from "#ingest/uploads/new-upload.ts";
import { endOfError, markRecorded, recordRefusals, withAddress } from "#ingest/uploads/record-refusals.ts";
import { endOfRefusal } from "#ingest/uploads/outcome.ts";
import type { Refusals } from "#ingest/uploads/refusals.ts";
import { createUploadReader } from "#ingest/record/upload-reader.ts";
import { createReaders, type Reading } from "#ingest/record/readers.ts";
import { importUpload, type Outcome } from "./import-upload.ts";
import { labelLimits } from "@plumb/contract/runs/run-labels.ts";
import { limits } from "@plumb/formats/limits.ts";
import { openSpool } from "#ingest/spool/temporary-files.ts";
import { type FileReceiver, receive, type ReceivedFiles } from "./receive-files.ts";
import type { UploadRequest } from "./upload-request.ts";
import { rejected as rejectedVerdict } from "./verdicts.ts";
import { queueStatistics } from "#runs/queue-statistics.ts";
import type { UploadEnd, OpenUpload, NewUpload, Sender } from "#store/uploads/uploads.ts";
import { inSpan } from "#tracing/spans.ts";

/** Facts about an upload that are known before its body is read. */
interface Authorised {
  readonly query: UploadQuery;
  readonly projectId: number;
  readonly sender: Sender;
}

/** Maximum number of uploads to process at the same time. Others wait on disk, so that readers find the database free in between. */
const recordedAtOnce = 3;

/** Maximum number of form fields, which are held in memory. There are about 20, and those for tags and facts are repeated. */
const maxFields = 20 + 2 * labelLimits.perUpload;

type ReceivingContext = Pick<
  Context,
  | "access"
  | "blobs"
  | "bus"
  | "clock"
  | "config"
  | "db"
  | "embedded"
  | "ingestDb"
  | "log"
  | "publicUrl"
  | "spoolBudget"
  | "threads"
  | "writer"
>;

/** Shared by all requests. */
interface Receiving {
  readonly context: ReceivingContext;
  readonly ingesting: ReceivingContext & Reading;
  readonly refusals: Refusals;
  readonly semaphore: ReturnType<typeof createSemaphore>;
}

/** The upload endpoint. Its body is a stream, so it is registered separately from JSON endpoints. */
export async function receiveRoutes(
  app: FastifyInstance,
  context: ReceivingContext,
  refusals: Refusals,
): Promise<void> {
  const ingesting = { ...context, db: context.ingestDb, readers: createReaders(context.threads) };
  await app.register(async (scope) => {
    const authorisations = new WeakMap<FastifyRequest, Authorised>();
    const semaphore = createSemaphore(recordedAtOnce);
    const receiving = { context, ingesting, refusals, semaphore };
    recordRefusals(scope, context, refusals, { way: "file", isOpening: () => true });
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: {
        fileSize: Number.MAX_SAFE_INTEGER,
        files: limits.archiveEntries,
        fields: maxFields,
        parts: limits.archiveEntries + maxFields,
        fieldSize: 10_000,
      },
    });
    // Other bodies are a single file; the handler reads the stream.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.route({
      method: uploadEndpoint.method,
      url: uploadEndpoint.path,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { takesFiles: true },
      // Reject unauthorised requests before reading the body.
      onRequest: async (request) => {
        authorisations.set(request, await authorised(context, request));
      },
      handler: (request, reply) => receiveUpload(receiving, authorisations.get(request) as Authorised, request, reply),
    });
  });
}

/** Receives the files of one request, records their reports, and sends the response. */
async function receiveUpload(
  receiving: Receiving,
  authorisation: Authorised,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context, ingesting, refusals } = receiving;
  const { query, projectId, sender } = authorisation;
  const receiver = { spool: await openSpool(context, projectId), reader: createUploadReader(ingesting) };
  const receivedAt = context.clock();
  try {
    const received = await inSpan("upload: receive", {}, () =>
      receive(request, query.filename, receiver, context.config),
    );
    const detailsOf = (sent: UploadQuery) =>
      uploadOfFiles(projectId, { sender, query: sent, receivedAt }, [...received.files, ...received.rejected]);
    const outcome = await importReceived(receiving, { ...received, ...receiver, projectId }, detailsOf, request, reply);
    markRecorded(request);
    const { upload } = outcome;
    if (outcome.kind === "failed") {
      // Records the same error that is returned.
      const error = asApiError(outcome.error as Error, context.config.dataDir) ?? outcome.error;
      const details = upload.id === null ? detailsOf(query) : upload.details;
      const end = endOfFailedUpload(error, received, request.raw.socket.destroyed);
      const id = await recordEnd(context, refusals, { ...upload, details }, end);
      throw withAddress(error, context, { projectId, id });
    }
    const { runs, files, end } = outcome;
    if (end !== null) await recordEnd(context, refusals, upload, end);
    // Many small uploads change the tables as much as one large upload.
    await queueStatistics(context, statisticsAfterMs[context.embedded ? "embedded" : "postgres"]);
    return await reply.send(
      uploadEndpoint.response.parse({ success: true, data: runs.length === 1 ? runs[0] : runs, files }),
    );
  } finally {
    await receiver.reader[Symbol.asyncDispose]();
    await receiver.spool.close();
  }
}

/** Imports the received files as soon as a slot is free. */
async function importReceived(
  { context, ingesting, semaphore }: Receiving,
  { error, fields, ...received }: ReceivedFiles & FileReceiver & Pick<UploadRequest, "projectId">,
  detailsOf: (sent: UploadQuery) => NewUpload,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  let upload: OpenUpload = { details: detailsOf({}), id: null, state: null };
  try {
    if (error !== null) throw error;
    disableIdleTimeout(request);
    if (received.files.length + received.rejected.length === 0) throw noFile();
    refuseUnfit(fields);
    const query = check(UploadQuery, { ...fields, ...withoutEmpty(request.query as object) });
    upload = { ...upload, details: detailsOf(query) };
    if (semaphore.areTaken) upload = await recordWaiting(context, upload.details);
    return await semaphore.take(
      removedSignal(reply),
      (slot) =>
        importUpload(
          ingesting,
          { ...received, query, upload },
          { slot, mayStill: async () => void (await authorised(context, request)) },
        ),
      received.projectId,
    );
  } catch (failed) {
    return { kind: "failed", upload, error: failed };
  }
}

/** @throws ApiError if the sender may not upload, or may no longer upload. */
async function authorised(
  context: Pick<Context, "access" | "clock" | "db">,
  request: FastifyRequest,
): Promise<Authorised> {
  const caller = await identify(context, request, uploadEndpoint.allow);
  refuseUnfit(request.query);
  const query = check(UploadQuery, withoutEmpty(request.query as object));
  const { projectId } = await authorise(context, caller, uploadEndpoint.allow, query);
  return { query, projectId, sender: senderOf(caller) };
}

function noFile(): ApiError {
  return new ApiError(
    "invalid",
    "The upload contains no file. Send report files as multipart fields named files, or one file as the body.",
  );
}

function endOfFailedUpload(error: unknown, { files, rejected }: ReceivedFiles, isCutOff: boolean): UploadEnd {
  const end = endOfError(error, isCutOff);
  if (end.state === "interrupted") return end;
  const refusedFiles = error instanceof ApiError ? (error.extra["files"] as FileVerdict[] | undefined) : undefined;
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const verdicts = refusedFiles ?? rejected.map(rejectedVerdict);
  return endOfRefusal(end.state === "failed" ? "failed" : "rejected", end.reason ?? "", verdicts, sizes);
}

/** Returns a signal that aborts when the client disconnects. */
function removedSignal({ raw }: FastifyReply): AbortSignal {
  const removed = new AbortController();
  const reason = new Error("The sender disconnected before this upload was processed.");
  raw.once("close", () => removed.abort(reason));
  return removed.signal;
}

/** Delay before statistics are updated. The uploader opens the report next, which would have to wait for the update on an embedded database. */
const statisticsAfterMs = { embedded: 30_000, postgres: 2000 };
