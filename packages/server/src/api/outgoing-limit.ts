import type { Context } from "#core/context.ts";
import { type Caller, signedIn } from "#http/caller.ts";

/**
 * Counts a call to another service that a user triggers, before it is made: such a call can send emails and messages, or use up the quota of an account that
 * all projects share.
 *
 * @param projectId `null` for a call about the whole server.
 * @param kind Calls of one kind are counted together, for each user and project.
 * @throws ApiError `rate_limited` after 10 calls within a minute.
 */
export function countOutgoing(
  { context, caller }: { context: Pick<Context, "outgoingLimit">; caller: Caller },
  projectId: number | null,
  kind: "channel-list" | "redelivery" | "test" | "ticket-preview" | "ticket-search" | "ticket-link" | "ticket-fields",
): void {
  context.outgoingLimit.count(`${kind}:${projectId ?? "server"}:${signedIn(caller).user.id}`);
}
