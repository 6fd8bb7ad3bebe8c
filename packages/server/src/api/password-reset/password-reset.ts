import {
  createPasswordReset,
  readPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "@plumb/contract/people/password-reset.ts";
import { newPasswordErrors } from "@plumb/contract/people/profile.ts";
import { resetLifetimeMs } from "#senders/people/send-reset-mail.ts";
import { sendsMail } from "#senders/people/deliver.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import type { Context } from "#core/context.ts";
import { guessablePassword } from "#core/guessable-password.ts";
import { ApiError, refuseAny, refusedFields } from "#core/api-error.ts";
import { createAttemptLimit } from "#core/attempt-limit.ts";
import { hashPassword } from "#core/password-hash.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { recordAudit } from "#store/administration/audit.ts";
import * as store from "#store/people/password-resets.ts";
import { replacePassword } from "#store/people/profiles.ts";

const quarterHourMs = 15 * 60_000;

export function passwordResetRoutes(api: Api<"bus" | "config" | "db" | "publicUrl">): void {
  // Counts addresses as typed, so that the limit is the same for unknown and known addresses.
  const perAccount = createAttemptLimit("password reset of an account", { max: 3, windowMs: quarterHourMs });
  const perAddress = createAttemptLimit("password reset from an address", { max: 20, windowMs: quarterHourMs });
  const openings = createAttemptLimit("opening a password reset", { max: 60, windowMs: quarterHourMs });

  api.route(requestPasswordReset, async ({ context, body, request, now }) => {
    const { db } = context;
    await perAddress.count({ db, key: request.ip, now });
    await perAccount.count({ db, key: body.email.toLowerCase(), now });
    if (!(await sendsMail(context)))
      throw new ApiError(
        "conflict",
        "This server does not send email. Ask an administrator for a link to reset your password.",
      );
    // Everything that depends on the account happens after the response, so that neither content nor timing reveals
    // whether it exists.
    const data = { email: body.email, address: request.ip };
    await enqueue(context.db, { kind: "send-reset-mail", projectId: null, data, now });
    context.bus.publish({ about: "jobs" });
    return { data: null };
  });

  api.route(readPasswordReset, async ({ context, params, now, request }) => {
    await openings.count({ db: context.db, key: request.ip, now });
    const { email, expiresAt } = await openReset(context, params.token, now);
    return { data: { email, expiresAt: expiresAt.toISOString() } };
  });

  api.route(resetPassword, async ({ context, params, body, now, request }) => {
    await openings.count({ db: context.db, key: request.ip, now });
    refuseAny(newPasswordErrors(body));
    const { id, userId, email } = await openReset(context, params.token, now);
    const guessable = await guessablePassword(body.newPassword, [email]);
    if (guessable !== undefined) throw refusedFields({ newPassword: guessable });
    const passwordHash = await hashPassword(body.newPassword);
    await context.db.transaction().execute(async (transaction) => {
      if (!(await store.usePasswordReset(transaction, id, now))) throw used();
      await replacePassword(transaction, { userId, passwordHash, keepSession: null, now });
      const actor = { id: userId, email, address: request.ip, now };
      const target = { targetType: "user", targetId: userId, targetName: email } as const;
      await recordAudit(transaction, actor, { action: "password_reset.used", ...target });
    });
    context.bus.publish({ about: "access", userId });
    return { data: { email } };
  });

  api.route(createPasswordReset, async (call) => {
    const { context, params, now } = call;
    const token = newSessionToken();
    const expiresAt = new Date(now.getTime() + resetLifetimeMs);
    await context.db.transaction().execute(async (transaction) => {
      const account = await store.accountToReset(transaction, { userId: params.userId });
      if (account === null) throw new ApiError("not_found", "This account does not exist, or it is deactivated.");
      const { id: userId, email } = account;
      const actor = actorOf(call);
      const link = { userId, createdBy: actor.id, tokenHash: tokenHash(token), now, expiresAt };
      await store.createPasswordReset(transaction, link);
      const target = { targetType: "user", targetId: userId, targetName: email } as const;
      await recordAudit(transaction, actor, { action: "password_reset.created", ...target });
    });
    return { data: { link: `${context.publicUrl()}/reset-password/${token}`, expiresAt: expiresAt.toISOString() } };
  });
}

/** @throws ApiError `not_found` with the reason and the next step. */
async function openReset({ db }: Pick<Context, "db">, token: string, now: Date): Promise<store.PasswordReset> {
  const reset = await store.passwordResetByHash(db, tokenHash(token), now);
  if (reset === null)
    throw new ApiError("not_found", "This link is not valid. Check that you copied all of it, or request a new one.");
  if (reset.state === "used") throw used();
  if (reset.state === "expired")
    throw new ApiError("not_found", "This link has expired: it works for one hour. Request a new one.");
  if (reset.state === "withdrawn")
    throw new ApiError("not_found", "This link has expired or was replaced. Request a new one.");
  return reset;
}

function used(): ApiError {
  return new ApiError(
    "not_found",
    "This link has already been used, or the password has been changed since. Request a new one.",
  );
}
