import type { FastifyRequest } from "fastify";
import { type Caller, signedIn } from "./caller.ts";

/** Returns the caller as the actor of an audit event: an account, or the name of an API key or share link. */
export function actorOf(call: { caller: Caller; request: FastifyRequest; now: Date }) {
  if (call.caller.kind === "key")
    return { id: null, email: `API key ${call.caller.name}`, address: call.request.ip, now: call.now };
  if (call.caller.kind === "share")
    return { id: null, email: `Share link ${call.caller.link.id}`, address: call.request.ip, now: call.now };
  const { id, email } = signedIn(call.caller).user;
  return { id, email, address: call.request.ip, now: call.now };
}
