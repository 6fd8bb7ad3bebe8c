import type { FastifyRequest } from "#http/fastify.ts";
import type { Context } from "#core/context.ts";
import { type AuditEntry, auditWindows, recordCountedAudit } from "#store/administration/audit.ts";
import { accountForLogin } from "#store/people/accounts.ts";

interface Attempt {
  readonly context: Pick<Context, "db">;
  readonly request: FastifyRequest;
  readonly now: Date;
}

/** User names are recorded only if the account exists, because users type passwords into the wrong field. */
const unknownAccount = "an unknown account";

/** Records a failed sign-in: one event per account, address and minute. */
export async function recordFailedSignIn(
  attempt: Attempt,
  account: { id: number; email: string } | null,
): Promise<void> {
  await record(attempt, account, { action: "user.sign_in_failed" });
}

/** Records that further attempts are rejected for some time. */
export async function recordLockOut(attempt: Attempt, username: string, limit: string): Promise<void> {
  const found = await accountForLogin(attempt.context.db, username);
  await record(attempt, found?.user ?? null, { action: "user.locked_out", detail: { limit } });
}

async function record(
  { context, request, now }: Attempt,
  account: { id: number; email: string } | null,
  entry: Pick<AuditEntry, "action" | "detail">,
): Promise<void> {
  const name = account?.email ?? unknownAccount;
  // The actor is unknown without a sign-in.
  const actor = { id: null, email: name, address: request.ip, now };
  const target = { targetType: "user", targetId: account?.id ?? null, targetName: name } as const;
  await recordCountedAudit(context.db, actor, { ...entry, ...target }, auditWindows.minute);
}
