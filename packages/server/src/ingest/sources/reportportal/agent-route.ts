import { limits } from "@plumb/formats/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accessDenied } from "./refusals.ts";
import type { Reporting } from "./caller.ts";

/** A request whose URL may contain one id. */
type AgentRequest = FastifyRequest<{ Params: { id: string } }>;

type Handler = (request: AgentRequest, reply: FastifyReply) => unknown;

/** Adds a route for agents below the project. */
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
 * Requires the unique id that the agent received, unless the key may read the project. Otherwise, lists and sequential numbers would expose the whole
 * project to a key that may only report.
 *
 * @throws Refused for anything else.
 */
export function requireUuid(request: FastifyRequest, named: string | null): void {
  if ((request.reporting as Reporting).mayRead || (named !== null && !serverNumber.test(named))) return;
  throw accessDenied('Without the scope "read" this API key can look up launches and items only by their UUID.');
}

/** Returns the project of the calling agent. */
export function projectOf(request: FastifyRequest): number {
  return (request.reporting as Reporting).projectId;
}
