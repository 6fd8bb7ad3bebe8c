import type { FastifyInstance, FastifyRequest } from "fastify";
import { disableIdleTimeout } from "#http/body-watch.ts";
import { agentRoute, projectOf } from "#ingest/sources/reportportal/agent-route.ts";
import { launchOf } from "#ingest/sources/reportportal/launches/launch-of-call.ts";
import { read, SaveLog, SaveLogs } from "#ingest/sources/reportportal/requests.ts";
import { type LogForm, readLogForm } from "./read-form.ts";
import type { AgentServer } from "#ingest/sources/reportportal/agent-server.ts";
import { entryOf, itemOf, saveEntries, type SavedLog } from "./save-logs.ts";

/** @param isLoose True for the API whose agents send calls without waiting for responses, so that a referenced item may arrive later. */
export function logRoutes(scope: FastifyInstance, server: AgentServer, isLoose: boolean): void {
  const { context, queue } = server;
  const route = agentRoute(scope);
  for (const path of ["/log", "/log/entry"])
    route("POST", path, async (request, reply) => {
      const projectId = projectOf(request);
      if (!request.isMultipart() && !Array.isArray(request.body)) {
        const log = read(SaveLog, request.body);
        const [saved] = await save(projectId, { logs: [log], files: [undefined] });
        return reply.status(201).send(saved);
      }
      const form = await formOf(request, projectId);
      return reply.status(201).send({ responses: await save(projectId, form) });
    });

  async function formOf(request: FastifyRequest, projectId: number): Promise<LogForm> {
    if (!request.isMultipart()) return { logs: read(SaveLogs, request.body), files: [] };
    const form = await readLogForm(context, projectId, request);
    disableIdleTimeout(request);
    return form;
  }

  /** Entries of several launches may be in one call. Results keep the order of the entries. */
  async function save(projectId: number, { logs, files }: LogForm): Promise<SavedLog[]> {
    const responses: SavedLog[] = [];
    const groups = Map.groupBy([...logs.keys()], (index) => nameOf(logs[index] as SaveLog));
    await Promise.all(
      [...groups.values()].map(async (indexes) => {
        const log = logs[indexes[0] as number] as SaveLog;
        const launch = await launchOf(server, projectId, log.launchUuid, itemOf(log), isLoose);
        const entries = indexes.map((index) => entryOf(logs[index] as SaveLog, files[index]));
        const saved = await saveEntries(entries, (operation, mayWait) =>
          queue.do(projectId, launch, operation, isLoose && mayWait),
        );
        for (const [n, index] of indexes.entries()) responses[index] = saved[n] as SavedLog;
      }),
    );
    return responses;
  }
}

function nameOf(log: SaveLog): string {
  return log.launchUuid === undefined ? `item ${itemOf(log)}` : `launch ${log.launchUuid}`;
}
