import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AgentServer } from "#ingest/sources/reportportal/agent-server.ts";
import { agentRoute, projectOf, requireUuid } from "#ingest/sources/reportportal/agent-route.ts";
import { callHash } from "./item.ts";
import { itemResource, locationOfItem } from "#ingest/sources/reportportal/look-ups.ts";
import { launchOf } from "#ingest/sources/reportportal/launches/launch-of-call.ts";
import { FinishItem, read, StartItem, Update } from "#ingest/sources/reportportal/requests.ts";

/** @param isLoose True for the API whose agents send calls without waiting for responses, so that a referenced item may arrive later. */
export function itemRoutes(scope: FastifyInstance, server: AgentServer, isLoose: boolean): void {
  const { context, queue } = server;
  const route = agentRoute(scope);

  const start = async (request: FastifyRequest, parent: string | undefined) => {
    const projectId = projectOf(request);
    const body = read(StartItem, request.body);
    const { launchUuid: _, ...item } = body;
    const launch = await launchOf(server, projectId, body.launchUuid ?? body.launchId, parent, isLoose);
    const call = callHash(parent ?? null, item);
    const { ids } = await queue.do(
      projectId,
      launch,
      { kind: "start", uuid: body.uuid, parent, asked: body, call },
      isLoose,
    );
    return { id: ids[0], uniqueId: body.uniqueId ?? ids[0], testCaseId: body.testCaseId ?? body.codeRef };
  };
  for (const path of ["/item", "/item/"])
    route("POST", path, async (request, reply) => reply.status(201).send(await start(request, undefined)));
  route("POST", "/item/:id", async (request, reply) => reply.status(201).send(await start(request, request.params.id)));

  route("PUT", "/item/:id", async (request) => {
    const projectId = projectOf(request);
    const { launchUuid, ...body } = read(FinishItem, request.body);
    const { id } = request.params;
    const launch = await launchOf(server, projectId, launchUuid, id, isLoose);
    await queue.do(projectId, launch, { kind: "finish", uuid: id, body }, isLoose);
    return { message: `TestItem with ID = '${id}' successfully finished.` };
  });

  route("PUT", "/item/:id/update", async (request) => {
    const projectId = projectOf(request);
    const body = read(Update, request.body);
    const { uuid, launchKey } = await locationOfItem(context, projectId, request.params.id);
    await queue.do(projectId, launchKey, { kind: "update", uuid, asked: body }, false);
    return { message: `TestItem with ID = '${uuid}' successfully updated.` };
  });

  for (const path of ["/item/uuid/:id", "/item/:id"])
    route("GET", path, (request) => {
      requireUuid(request, request.params.id);
      return itemResource(context, projectOf(request), request.params.id);
    });
}
