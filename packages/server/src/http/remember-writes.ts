import type { FastifyInstance } from "fastify";
import type { Context } from "#core/context.ts";
import { type Caller, callerOf } from "./caller.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Marks a route that changes nothing although its method is POST. */
    readonly changesNothing?: boolean;
  }
}

/** Returns the name under which changes of a caller are remembered: keys of a project share theirs. `null` for a caller without an account. */
export function writerName(caller: Caller): string | null {
  if (caller.kind === "nobody" || caller.kind === "share") return null;
  return caller.kind === "key" ? `project ${caller.projectId}` : `user ${caller.user.id}`;
}

/** Before a response to a change is sent, remembers how new a read replica must be for the next read of the caller. */
export function rememberWrites(app: FastifyInstance, { reads }: Pick<Context, "reads">): void {
  app.addHook("onSend", async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    if (request.routeOptions.config.changesNothing === true) return;
    const caller = callerOf(request);
    const writer = caller === undefined ? null : writerName(caller);
    if (writer !== null) await reads.wrote(writer);
  });
}
