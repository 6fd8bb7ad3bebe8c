import type { HeldBytes } from "#core/byte-budget.ts";
import type { Context } from "#core/context.ts";
import type { Reporting } from "#ingest/sources/reportportal/caller.ts";
import type { TurnContext } from "#ingest/sources/reportportal/launches/take-turn.ts";
import type { LaunchTurns } from "#ingest/sources/reportportal/turns.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Of calls of ReportPortal's agents: whose they are. */
    reporting: Reporting | null;
    /** Memory for what has arrived of the body, until the answer is sent. */
    heldBytes: HeldBytes | null;
  }
}

/** Shared state of the agent routes. */
export interface AgentServer {
  readonly context: Context & TurnContext;
  readonly turns: LaunchTurns;
  /** Launches that were found before: one that is gone is noticed when its turn comes. */
  readonly known: Set<string>;
  /** Calls whose launch may still come. */
  readonly ahead: { calls: number };
}
