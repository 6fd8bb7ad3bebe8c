import type { FastifyRequest } from "fastify";
import { type Caller, signedIn } from "#http/caller.ts";
import type { Actor } from "#store/administration/audit.ts";

/** The signed-in caller as the one who acts, for the audit. */
export function actorOf(call: { caller: Caller; request: FastifyRequest; now: Date }): Actor {
  const { id, email } = signedIn(call.caller).user;
  return { id, email, address: call.request.ip, now: call.now };
}
