import { formatBytes } from "@plumb/contract/figures.ts";
import multipart from "@fastify/multipart";
import { UploadQuery, upload } from "@plumb/contract/runs/ingest.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { check } from "#http/api.ts";
import { waitsForUs } from "#http/body-watch.ts";
import { authorise, identify } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { createTurns } from "#core/turns.ts";
import { enqueue } from "#jobs/enqueue.ts";
import { importUpload } from "#ingest/sources/files/import-upload.ts";
import { limits } from "@plumb/formats/limits.ts";
import { createTemporaryFolder } from "#ingest/sources/files/temporary-files.ts";
import { dropSpooled, safeName, spool, type SpooledFile, TooLarge } from "#ingest/sources/files/spool.ts";

interface Received {
  readonly files: SpooledFile[];
  readonly rejected: { name: string; reason: string }[];
  readonly fields: Record<string, string>;
}

/** What is known of an upload before its body is read. */
interface Asked {
  readonly query: UploadQuery;
  readonly projectId: number;
}

/** Further uploads wait on the disk, in line: readers find the database free in between. */
const recordedAtOnce = 3;

/** There are about a dozen; each is held in memory. */
const mostFields = 20;

/** The upload endpoint. Its body is a stream, so it stands beside the JSON endpoints, not among them. */
export async function receiveRoutes(
  app: FastifyInstance,
  context: Pick<
    Context,
    "backgroundDb" | "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "readers" | "writer"
  >,
): Promise<void> {
  const inBackground = { ...context, db: context.backgroundDb };
  await app.register(async (scope) => {
    const asked = new WeakMap<FastifyRequest, Asked>();
    const turns = createTurns(recordedAtOnce);
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: {
        fileSize: Number.MAX_SAFE_INTEGER,
        files: limits.archiveEntries,
        fields: mostFields,
        parts: limits.archiveEntries + mostFields,
        fieldSize: 10_000,
      },
    });
    // Everything else is one file as it is; the handler reads the stream.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.route({
      method: upload.method,
      url: upload.path,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { takesFiles: true },
      // Before the body: whoever may not upload has none of it read.
      onRequest: async (request) => {
        const caller = await identify(context, request, upload.allow);
        const query = check(UploadQuery, request.query);
        asked.set(request, { query, ...(await authorise(context, caller, upload.allow, query)) });
      },
      handler: async (request, reply) => {
        const { query, projectId } = asked.get(request) as Asked;
        const folder = await createTemporaryFolder(context);
        try {
          const received = request.isMultipart()
            ? await receiveParts(request, folder, context)
            : await receiveBody(request, query.filename, folder, context);
          waitsForUs(request);
          if (received.files.length + received.rejected.length === 0) {
            throw new Failure(
              "invalid",
              "The upload contains no file. Send report files as multipart fields named files, or one file as the body.",
            );
          }
          const full = check(UploadQuery, { ...received.fields, ...(request.query as object) });
          const { files: sent, rejected } = received;
          const { runs, files } = await turns.take(goneSignal(reply), () =>
            importUpload(inBackground, { projectId, query: full, files: sent, rejected, folder }),
          );
          await wantStatistics(context);
          return await reply.send(
            upload.response.parse({ success: true, data: runs.length === 1 ? runs[0] : runs, files }),
          );
        } finally {
          await dropSpooled(folder);
        }
      },
    });
  });
}

/** Aborts when whoever waits for the answer has gone away. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const reason = new Error("The sender went away before it was this upload's turn.");
  raw.once("close", () => gone.abort(reason));
  return gone.signal;
}

/** Whoever uploads opens the report next: on an embedded database both would wait for the statistics. */
const statisticsAfterMs = 30_000;

/** Many small uploads change the tables as much as a large one; whether it was enough is seen then. */
async function wantStatistics({ db, clock }: Pick<Context, "clock" | "db">): Promise<void> {
  const now = clock();
  const dueAt = new Date(now.getTime() + statisticsAfterMs);
  await enqueue(db, { kind: "make-statistics", projectId: null, key: "results", data: {}, now, dueAt });
}

async function receiveParts(
  request: FastifyRequest,
  folder: string,
  context: Pick<Context, "config" | "db">,
): Promise<Received> {
  const received: Received = { files: [], rejected: [], fields: {} };
  for await (const part of request.parts({ preservePath: true })) {
    if (part.type === "field") {
      if (
        typeof part.value === "string" &&
        part.fieldname !== "projectId" &&
        Object.hasOwn(UploadQuery.shape, part.fieldname)
      )
        received.fields[part.fieldname] = part.value;
      continue;
    }
    const name = safeName(part.filename === "" ? part.fieldname : part.filename);
    if (name === null) {
      received.rejected.push({ name: "(unsafe name)", reason: "Its path leads out of the upload." });
      part.file.resume();
    } else await receiveFile(part.file, name, received, folder, context);
  }
  return received;
}

async function receiveBody(
  request: FastifyRequest,
  filename: string | undefined,
  folder: string,
  context: Pick<Context, "config" | "db">,
): Promise<Received> {
  const received: Received = { files: [], rejected: [], fields: {} };
  const declared = Number(request.headers["content-length"] ?? 0);
  const { maxUploadBytes } = context.config;
  if (declared > maxUploadBytes) {
    throw new Failure(
      "too_large",
      `The file is larger than ${formatBytes(maxUploadBytes)}, the limit of this server (PLUMB_MAX_UPLOAD_BYTES). Nothing was kept.`,
    );
  }
  if (declared === 0 && request.headers["transfer-encoding"] === undefined) return received;
  const name = safeName(filename ?? "report") ?? "report";
  await receiveFile(request.raw, name, received, folder, context);
  return received;
}

/** One file that is too large is refused by itself; the rest of the upload goes on. */
async function receiveFile(
  source: NodeJS.ReadableStream,
  name: string,
  received: Received,
  folder: string,
  context: Pick<Context, "config" | "db">,
): Promise<void> {
  try {
    const file = await spool(source, name, folder, context.config.maxUploadBytes);
    if (file.bytes === 0) received.rejected.push({ name, reason: "The file is empty." });
    else received.files.push(file);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    received.rejected.push({ name, reason: error.message });
    source.resume();
  }
}
