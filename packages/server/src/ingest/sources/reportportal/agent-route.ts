import { limits } from "@plumb/formats/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Reporting } from "#ingest/sources/reportportal/caller.ts";

/** A call whose address may name one thing. */
type AgentRequest = FastifyRequest<{ Params: { id: string } }>;

type Handler = (request: AgentRequest, reply: FastifyReply) => unknown;

/** Adds a call of the agents, below the project. */
export function agentRoute(scope: FastifyInstance) {
  return (method: "GET" | "POST" | "PUT", path: string, handler: Handler): void => {
    scope.route<{ Params: { id: string } }>({
      method,
      url: `/:project${path}`,
      bodyLimit: limits.reportportalBodyBytes,
      handler,
    });
  };
}

/** The project whose agent calls. */
export function projectOf(request: FastifyRequest): number {
  return (request.reporting as Reporting).projectId;
}
