import multipart from "@fastify/multipart";
import { limits } from "@plumb/formats/limits.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ByteBudget } from "#core/byte-budget.ts";
import type { Context } from "#core/context.ts";
import { countedBody, isForm } from "#http/counted-body.ts";
import { recordRefusals } from "#ingest/uploads/record-refusals.ts";
import type { Refusals } from "#ingest/uploads/refusals.ts";
import { answerRefusals } from "./send-refusals.ts";
import { itemRoutes } from "#ingest/sources/reportportal/items/item-routes.ts";
import { launchRoutes } from "#ingest/sources/reportportal/launches/launch-routes.ts";
import { logRoutes } from "#ingest/sources/reportportal/logs/log-routes.ts";
import type { AgentServer } from "./agent-server.ts";
import { entriesPart } from "#ingest/sources/reportportal/logs/read-form.ts";
import { projectOf } from "./agent-route.ts";
import { createCallers, type Reporting } from "./caller.ts";
import { serverInfo } from "./look-ups.ts";
import { createLiveCollection } from "#ingest/sources/live/live-collection.ts";
import { LaunchQueue } from "./launch-queue.ts";

const prefixes = ["/api/v1", "/api/v2"] as const;

/** Routes of ReportPortal's reporting API (docs/reportportal.md). */
export async function reportPortalRoutes(app: FastifyInstance, context: Context, refusals: Refusals): Promise<void> {
  const ingesting = { ...context, db: context.ingestDb, liveCollection: createLiveCollection(context) };
  const server: AgentServer = {
    context: ingesting,
    queue: new LaunchQueue(ingesting),
    known: new Set(),
    ahead: { calls: 0 },
  };
  const reportingCaller = createCallers(context);
  const budget = new ByteBudget(limits.liveWaitingBatchesBytes);
  app.decorateRequest("reporting", null);
  app.decorateRequest("heldBytes", null);
  for (const path of ["/api/info", "/composite/info", "/api/composite/info"])
    app.get(path, () => serverInfo(context.version));
  for (const path of ["/health", "/api/health"]) app.get(path, () => ({ status: "UP" }));
  for (const prefix of prefixes) {
    await app.register(
      async (scope) => {
        answerRefusals(scope, context);
        recordRefusals(scope, context, refusals, { way: "reportportal", isOpening: startsLaunch });
        await scope.register(multipart, {
          limits: {
            fileSize: Number.MAX_SAFE_INTEGER,
            files: limits.reportportalFilesAtOnce + 1,
            fields: 10,
            parts: limits.reportportalFilesAtOnce + 10,
            // Log entries are sent as a stream, like files, so that their memory is counted as they arrive. No other field is read.
            fieldSize: 1024,
          },
          isPartAFile: (field, contentType, file) =>
            field === entriesPart || file !== undefined || contentType === "application/octet-stream",
        });
        // Reject unauthorised requests before reading the body.
        scope.addHook("onRequest", async (request) => {
          request.reporting = await reportingCaller(request);
        });
        scope.addHook("preParsing", async (request, reply, body) => {
          const held = budget.open(projectOf(request));
          request.heldBytes = held;
          reply.raw.once("close", held.release);
          // Files of a form are written to disk as they arrive; memory for its other parts is counted where it is read.
          return isForm(request.headers) ? body : countedBody(body, held.add);
        });
        launchRoutes(scope, server);
        const isLoose = prefix === "/api/v2";
        itemRoutes(scope, server, isLoose);
        logRoutes(scope, server, isLoose);
        scope.get("/user", (request) => userOf(request.reporting as Reporting));
        scope.get("/users", (request) => userOf(request.reporting as Reporting));
      },
      { prefix },
    );
  }
}

function startsLaunch({ method, routeOptions: { url = "" } }: FastifyRequest): boolean {
  return method === "POST" && url.endsWith("/:project/launch");
}

/** An API key has no account. Agents only check whether access is granted. */
function userOf({ projectId, projectName }: Reporting): object {
  return {
    id: projectId,
    userId: "api-key",
    email: "",
    fullName: `API key of ${projectName}`,
    accountType: "INTERNAL",
    userRole: "USER",
    assignedProjects: { [projectName]: { projectRole: "MEMBER" } },
  };
}
