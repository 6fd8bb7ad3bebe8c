import { limits } from "@plumb/formats/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accessDenied } from "#ingest/sources/reportportal/refusals.ts";
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

const serverNumber = /^\d{1,15}$/;

/**
 * Allows an agent to look up only what it can name by the unique id that it was given; lists, and numbers that count up,
 * would show a key that may only report everything in the project.
 *
 * @throws Refused for anything else, unless the key may read the project.
 */
export function requireUuid(request: FastifyRequest, named: string | null): void {
  if ((request.reporting as Reporting).mayRead || (named !== null && !serverNumber.test(named))) return;
  throw accessDenied('Without the scope "read" this API key can look up launches and items only by their UUID.');
}

/** The project whose agent calls. */
export function projectOf(request: FastifyRequest): number {
  return (request.reporting as Reporting).projectId;
}
