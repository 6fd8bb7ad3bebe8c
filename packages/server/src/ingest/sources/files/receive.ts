import { emptyFile } from "./upload-in-progress.ts";
import { formatBytes } from "@plumb/contract/figures.ts";
import multipart from "@fastify/multipart";
import { type FileVerdict, UploadQuery, upload } from "@plumb/contract/runs/ingest.ts";
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
import { arrivedFiles, senderOf } from "#ingest/arrivals/new-arrival.ts";
import { endOfError, markRecorded, recordRefusals, withAddress } from "#ingest/arrivals/record-refusals.ts";
import { endOfRefusal } from "#ingest/arrivals/outcome.ts";
import type { Refusals } from "#ingest/arrivals/refusals.ts";
import { createUploadReader, type UploadReader } from "#ingest/record/upload-reader.ts";
import { createReaders, type Reading } from "#ingest/record/readers.ts";
import { importUpload } from "./import-upload.ts";
import { labelLimits } from "@plumb/contract/runs/run-labels.ts";
import { limits } from "@plumb/formats/limits.ts";
import { openSpool, type Spool } from "#ingest/spool/temporary-files.ts";
import { safeName, spool, type SpooledFile, TooLarge } from "#ingest/spool/spool.ts";
import { rejected as rejectedVerdict } from "./verdicts.ts";
import { queueStatistics } from "#runs/queue-statistics.ts";
import type { ArrivalEnd, ArrivalUnderWay, Sender } from "#store/arrivals/arrivals.ts";

interface Received {
  readonly files: SpooledFile[];
  readonly rejected: { name: string; reason: string }[];
  readonly fields: Record<string, string | string[]>;
}

/** Folder for an upload's files, and the reads that start while they arrive. */
interface FileReceiver {
  readonly spool: Spool;
  readonly reader: UploadReader;
}

/** Facts about an upload that are known before its body is read. */
interface UploadRequest {
  readonly query: UploadQuery;
  readonly projectId: number;
  readonly sender: Sender;
}

/** Maximum number of uploads to process at the same time. Others wait on disk, so that readers find the database free in between. */
const recordedAtOnce = 3;

/** Maximum number of form fields, which are held in memory. There are about 20, and those for tags and facts are repeated. */
const maxFields = 20 + 2 * labelLimits.perUpload;
const repeatedFields = new Set(["tag", "fact"]);

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
    const uploadRequests = new WeakMap<FastifyRequest, UploadRequest>();
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
      method: upload.method,
      url: upload.path,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { takesFiles: true },
      // Reject unauthorised requests before reading the body.
      onRequest: async (request) => {
        uploadRequests.set(request, await authorised(context, request));
      },
      handler: (request, reply) =>
        receiveUpload(receiving, uploadRequests.get(request) as UploadRequest, request, reply),
    });
  });
}

/** Receives the files of one request, records their reports, and sends the response. */
async function receiveUpload(
  { context, ingesting, refusals, semaphore }: Receiving,
  { query, projectId, sender }: UploadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const receiver = { spool: await openSpool(context, projectId), reader: createUploadReader(ingesting) };
  const received: Received = { files: [], rejected: [], fields: {} };
  const receivedAt = context.clock();
  const arrivedWith = (refusedFiles: UploadQuery) =>
    arrivedFiles(projectId, { sender, query: refusedFiles, receivedAt }, [...received.files, ...received.rejected]);
  const arrival: ArrivalUnderWay = { begun: arrivedWith(query), id: null, state: null };
  try {
    if (request.isMultipart()) await receiveParts(request, received, receiver, context);
    else await receiveBody(request, query.filename, received, receiver, context);
    disableIdleTimeout(request);
    if (received.files.length + received.rejected.length === 0) throw noFile();
    refuseUnfit(received.fields);
    const full = check(UploadQuery, { ...received.fields, ...withoutEmpty(request.query as object) });
    arrival.begun = arrivedWith(full);
    if (semaphore.areTaken) await recordWaiting(context, arrival);
    const { files: sent, rejected } = received;
    const { runs, files, end } = await semaphore.take(
      removedSignal(reply),
      (slot) =>
        importUpload(
          ingesting,
          { projectId, query: full, files: sent, rejected, arrival, ...receiver },
          { slot, mayStill: async () => void (await authorised(context, request)) },
        ),
      projectId,
    );
    if (end !== null) await recordEnd(context, refusals, arrival, end);
    // Many small uploads change the tables as much as one large upload.
    await queueStatistics(context, statisticsAfterMs[context.embedded ? "embedded" : "postgres"]);
    return await reply.send(upload.response.parse({ success: true, data: runs.length === 1 ? runs[0] : runs, files }));
  } catch (caught) {
    markRecorded(request);
    // Records the same error that is returned.
    const error = asApiError(caught as Error, context.config.dataDir) ?? caught;
    if (arrival.id === null) arrival.begun = arrivedWith(query);
    const end = endOfFailedUpload(error, received, request.raw.socket.destroyed);
    throw withAddress(error, context, { projectId, id: await recordEnd(context, refusals, arrival, end) });
  } finally {
    await receiver.reader[Symbol.asyncDispose]();
    await receiver.spool.close();
  }
}

/** @throws ApiError if the sender may not upload, or may no longer upload. */
async function authorised(
  context: Pick<Context, "access" | "clock" | "db">,
  request: FastifyRequest,
): Promise<UploadRequest> {
  const caller = await identify(context, request, upload.allow);
  refuseUnfit(request.query);
  const query = check(UploadQuery, withoutEmpty(request.query as object));
  const { projectId } = await authorise(context, caller, upload.allow, query);
  return { query, projectId, sender: senderOf(caller) };
}

function noFile(): ApiError {
  return new ApiError(
    "invalid",
    "The upload contains no file. Send report files as multipart fields named files, or one file as the body.",
  );
}

function endOfFailedUpload(error: unknown, { files, rejected }: Received, isCutOff: boolean): ArrivalEnd {
  const end = endOfError(error, isCutOff);
  if (end.state === "interrupted") return end;
  const refusedFiles = error instanceof ApiError ? (error.extra["files"] as FileVerdict[] | undefined) : undefined;
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const verdicts = refusedFiles ?? rejected.map(({ name, reason }) => rejectedVerdict(name, reason));
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

async function receiveParts(
  request: FastifyRequest,
  received: Received,
  receiver: FileReceiver,
  context: Pick<Context, "config" | "db">,
): Promise<void> {
  for await (const part of request.parts({ preservePath: true })) {
    if (part.type === "field") {
      if (
        typeof part.value === "string" &&
        part.value !== "" &&
        part.fieldname !== "projectId" &&
        Object.hasOwn(UploadQuery.shape, part.fieldname)
      )
        addField(received.fields, part.fieldname, part.value);
      continue;
    }
    // A part may be a file without a name.
    const name = safeName(part.filename || part.fieldname);
    if (name === null) {
      received.rejected.push({ name: "(unsafe name)", reason: "Its path points outside the upload." });
      part.file.resume();
    } else await receiveFile(part.file, name, received, receiver, context);
  }
}

function addField(fields: Received["fields"], name: string, value: string): void {
  const before = fields[name];
  fields[name] = repeatedFields.has(name) && before !== undefined ? [before, value].flat() : value;
}

async function receiveBody(
  request: FastifyRequest,
  filename: string | undefined,
  received: Received,
  receiver: FileReceiver,
  context: Pick<Context, "config" | "db">,
): Promise<void> {
  const declared = Number(request.headers["content-length"] ?? 0);
  const { maxUploadBytes } = context.config;
  if (declared > maxUploadBytes) {
    throw new ApiError(
      "too_large",
      `The file is larger than ${formatBytes(maxUploadBytes)}, the limit of this server (PLUMB_MAX_UPLOAD_BYTES). Nothing was stored.`,
    );
  }
  if (declared === 0 && request.headers["transfer-encoding"] === undefined) return;
  const name = safeName(filename ?? "report") ?? "report";
  await receiveFile(request.raw, name, received, receiver, context);
}

/** Rejects a file that is too large, but continues with the rest of the upload. */
async function receiveFile(
  source: NodeJS.ReadableStream,
  name: string,
  received: Received,
  { spool: target, reader }: FileReceiver,
  context: Pick<Context, "config" | "db">,
): Promise<void> {
  const watch = reader.watch(name);
  try {
    const file = await spool(source, name, target, context.config.maxUploadBytes, watch.piece);
    await watch.whole();
    if (file.bytes === 0) received.rejected.push({ name, reason: emptyFile });
    else received.files.push(file);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    received.rejected.push({ name, reason: error.message });
    source.resume();
  }
}
