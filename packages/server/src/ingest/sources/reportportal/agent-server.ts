import type { HeldBytes } from "#core/byte-budget.ts";
import type { Context } from "#core/context.ts";
import type { Reporting } from "./caller.ts";
import type { LaunchContext } from "#ingest/sources/reportportal/launches/apply-operations.ts";
import type { LaunchQueue } from "./launch-queue.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Project and sender, for requests of ReportPortal agents. */
    reporting: Reporting | null;
    /** Memory reserved for the received part of the body, until the response is sent. */
    heldBytes: HeldBytes | null;
  }
}

/** Shared state of the agent routes. */
export interface AgentServer {
  readonly context: Context & LaunchContext;
  readonly queue: LaunchQueue;
  /** Launches that were found before. A deleted launch is detected when its calls are processed. */
  readonly known: Set<string>;
  /** Number of calls whose launch may still arrive. */
  readonly ahead: { calls: number };
}
