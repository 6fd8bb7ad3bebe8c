import { completeRun, openRun, putArtifact, sendEvents } from "@plumb/contract/runs/live.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import type { Context } from "#core/context.ts";
import { ByteBudget } from "#core/byte-budget.ts";
import { ApiError } from "#core/api-error.ts";
import { check, createApi } from "#http/api.ts";
import { authorise, identify } from "#http/caller.ts";
import { unpackedBody } from "#http/packed-body.ts";
import { refuseUnfit } from "#http/unfit-value.ts";
import { senderOf } from "#ingest/uploads/new-upload.ts";
import { recordRefusals } from "#ingest/uploads/record-refusals.ts";
import type { Refusals } from "#ingest/uploads/refusals.ts";
import { completeLiveRun } from "./complete-run.ts";
import { openLiveRun } from "./open-run.ts";
import { receiveLiveArtifact } from "./put-artifact.ts";
import { recordHeartbeat } from "./record-batch.ts";
import { createLiveRecorder } from "./record-in-groups.ts";
import { noSource } from "./refusals.ts";
import { liveSource, type LiveSource } from "#store/ingest/live-sources.ts";

const isOpening = (request: FastifyRequest) => request.routeOptions.url === openRun.path;

/** Routes of the live protocol (docs/live-protocol.md). */
export async function liveRoutes(app: FastifyInstance, context: Context, refusals: Refusals): Promise<void> {
  const ingesting = { ...context, db: context.ingestDb };
  const recorder = createLiveRecorder(ingesting);
  const budget = new ByteBudget(limits.liveWaitingBatchesBytes);
  await app.register(async (scope) => {
    recordRefusals(scope, context, refusals, { way: "live", isOpening });
    scope.addHook("preParsing", async ({ headers }, _reply, body) => unpackedBody(body as Readable, headers));
    scope.addContentTypeParser("application/x-ndjson", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    const api = createApi(scope, context);

    api.route(openRun, async ({ projectId, body, caller }) => ({
      data: await openLiveRun(context, projectId, body, senderOf(caller)),
    }));

    api.route(sendEvents, async ({ projectId, params, query, body }) => {
      const lines = batchOf(body);
      if (lines === null) {
        const source = await sourceOf(context, projectId, params.reportId, query.source);
        await recordHeartbeat(context, source);
        return { data: { acknowledged: source.lastBatch } };
      }
      if (query.batch === undefined)
        throw new ApiError("invalid", "A batch needs its number: start with batch=1. Nothing was stored.");
      const batch = { runId: params.reportId, sourceId: query.source, batch: query.batch, body: lines };
      const acknowledged = await budget.hold(projectId, lines.length, () => recorder.record(projectId, batch));
      return { data: { acknowledged } };
    });

    api.route(completeRun, async ({ projectId, params, body }) => {
      const source = await sourceOf(context, projectId, params.reportId, body.source);
      return { data: await completeLiveRun(ingesting, source, body) };
    });
  });
  await artifactRoute(app, ingesting, refusals);
}

/** The body is a stream, so the route is registered separately. */
async function artifactRoute(app: FastifyInstance, context: Context, refusals: Refusals): Promise<void> {
  await app.register(async (scope) => {
    const sources = new WeakMap<FastifyRequest, LiveSource>();
    recordRefusals(scope, context, refusals, { way: "live", isOpening: () => false });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.route({
      method: putArtifact.method,
      url: putArtifact.path,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { takesFiles: true },
      // Reject unauthorised requests before reading the body.
      onRequest: async (request) => {
        const caller = await identify(context, request, putArtifact.allow);
        refuseUnfit([request.params, request.query]);
        const params = check(putArtifact.params, request.params);
        const query = check(putArtifact.query, request.query);
        const { projectId } = await authorise(context, caller, putArtifact.allow, params);
        sources.set(request, await sourceOf(context, projectId, params.reportId, query.source));
      },
      handler: async (request) => {
        const query = check(putArtifact.query, request.query);
        const data = await receiveLiveArtifact(context, sources.get(request) as LiveSource, query, request);
        return putArtifact.response.parse({ success: true, data });
      },
    });
  });
}

async function sourceOf(
  { db }: Pick<Context, "db">,
  projectId: number,
  reportId: number,
  source: number,
): Promise<LiveSource> {
  const found = await liveSource(db, projectId, reportId, source);
  if (found === null) throw noSource();
  return found;
}

/**
 * Returns the batch, or `null` for a heartbeat.
 *
 * @throws ApiError `invalid` for a body of another type.
 */
function batchOf(body: unknown): Buffer | null {
  if (body === undefined || body === null || body === "") return null;
  if (!Buffer.isBuffer(body))
    throw new ApiError("invalid", "Send events as application/x-ndjson, one per line. Nothing was stored.");
  return body.length === 0 ? null : body;
}
