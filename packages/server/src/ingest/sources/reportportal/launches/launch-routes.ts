import type { FastifyInstance } from "fastify";
import { agentRoute, projectOf, requireUuid } from "#ingest/sources/reportportal/agent-route.ts";
import { finishSource } from "./finish-launch.ts";
import { callHash } from "#ingest/sources/reportportal/items/item.ts";
import { launchDetails } from "./launch-details.ts";
import { launchNamed, launchPage, launchResource, projectSettings } from "#ingest/sources/reportportal/look-ups.ts";
import { mergeLaunches } from "./merge-launches.ts";
import {
  type Attribute,
  FinishLaunch,
  MergeLaunches,
  read,
  StartLaunch,
  type Status,
  Update,
} from "#ingest/sources/reportportal/requests.ts";
import type { AgentServer } from "#ingest/sources/reportportal/agent-server.ts";
import type { Reporting } from "#ingest/sources/reportportal/caller.ts";
import { metadataOf, startLaunch } from "./start-launch.ts";
import { addLabels } from "#store/runs/run-labels.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { describeLiveRun } from "#store/ingest/live-facts.ts";
import { liveSource } from "#store/ingest/live-sources.ts";
import { type Launch, recordFinish } from "#store/ingest/reportportal-launches.ts";

export function launchRoutes(scope: FastifyInstance, { context }: AgentServer): void {
  const route = agentRoute(scope);

  route("POST", "/launch", async (request, reply) => {
    const { uuid, run } = await startLaunch(context, request.reporting as Reporting, read(StartLaunch, request.body));
    return reply.status(201).send({ id: uuid, number: run.number });
  });

  route("PUT", "/launch/:id/finish", async (request) => {
    const body = read(FinishLaunch, request.body);
    return finish(projectOf(request), request.params.id, body, callHash(body));
  });

  route("PUT", "/launch/:id/stop", async (request) => {
    const body = read(FinishLaunch, request.body);
    const { uuid, number } = await finish(projectOf(request), request.params.id, { ...body, status: "stopped" }, null);
    return { message: `Launch with ID = '${uuid}' successfully stopped.`, number };
  });

  route("PUT", "/launch/:id/update", async (request) => {
    const projectId = projectOf(request);
    const launch = await launchNamed(context, projectId, request.params.id);
    await describe(projectId, launch, read(Update, request.body));
    return { message: `Launch with ID = '${launch.uuid}' successfully updated.` };
  });

  route("POST", "/launch/merge", async (request) => {
    const projectId = projectOf(request);
    const body = read(MergeLaunches, request.body);
    const launch = await mergeLaunches(context, projectId, body);
    await describe(projectId, launch, body);
    return launchResource(context, projectId, launch);
  });

  for (const path of ["/launch/uuid/:id", "/launch/:id"])
    route("GET", path, async (request) => {
      requireUuid(request, request.params.id);
      const projectId = projectOf(request);
      return launchResource(context, projectId, await launchNamed(context, projectId, request.params.id));
    });
  for (const path of ["/launch", "/launch/mode"])
    route("GET", path, async (request) => {
      const query = request.query as Record<string, unknown>;
      // Agents use these filters to find the launches that they have just created, to merge them.
      const uuids = query["filter.in.uuid"] ?? query["filter.eq.uuid"];
      requireUuid(request, uuids === undefined ? null : "uuids");
      return launchPage(context, projectOf(request), query);
    });
  route("GET", "/settings", (request) => projectSettings(projectOf(request)));

  /** @param call `null` to end the launch for all processes that share it. */
  async function finish(projectId: number, named: string, body: FinishLaunch, call: string | null) {
    const launch = await launchNamed(context, projectId, named);
    await describe(projectId, launch, body);
    const isLast = call === null || (await recordFinish(context.db, projectId, launch, call));
    if (isLast)
      await finishSource(context, projectId, launch.key, {
        endedAt: body.endTime,
        failed: body.status === "failed",
        interruption: interruptionOf(body.status),
      });
    const source = await liveSource(context.db, projectId, launch.runId, launch.sourceId);
    return {
      id: launch.uuid,
      uuid: launch.uuid,
      number: source?.run.number ?? 0,
      link: `${context.publicUrl()}/reports/${launch.runId}`,
    };
  }

  /** Stores later information about a launch. Earlier values are never removed. */
  async function describe(
    projectId: number,
    { runId, sourceId }: Launch,
    launch: {
      readonly description?: string | undefined;
      readonly mode?: string | undefined;
      readonly attributes?: readonly Attribute[] | undefined;
    },
  ): Promise<void> {
    const facts = launchDetails(launch.attributes ?? []);
    const metadata = metadataOf(launch, facts);
    const { labels } = facts;
    if (Object.keys(metadata).length + labels.tags.length + labels.facts.length === 0) return;
    const target = { projectId, runId, sourceId, shard: null };
    await inTransaction(context.db, async (transaction) => {
      await describeLiveRun(transaction, target, { shardTotal: 1, metadata });
      await addLabels(transaction, { projectId, runId, sourceIds: [sourceId] }, labels);
    });
  }
}

function interruptionOf(status: Status | undefined): string | null {
  if (status === "interrupted" || status === "stopped")
    return `its agent ${status === "stopped" ? "stopped" : "interrupted"} the launch`;
  return status === "cancelled" ? "its agent cancelled the launch" : null;
}
