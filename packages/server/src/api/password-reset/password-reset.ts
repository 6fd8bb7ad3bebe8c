import {
  createPasswordReset,
  readPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "@plumb/contract/people/password-reset.ts";
import { newPasswordErrors } from "@plumb/contract/people/profile.ts";
import { sendResetMail } from "#api/password-reset/send-reset-mail.ts";
import { sendsMail } from "#connectors/mail/deliver.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { hashPassword, newSessionToken, tokenHash } from "#core/secrets.ts";
import { recordAct } from "#store/administration/audit.ts";
import * as store from "#store/people/password-resets.ts";
import { replacePassword } from "#store/people/profiles.ts";

const lifetimeMs = 60 * 60_000;
const quarterHourMs = 15 * 60_000;

/** @returns The way to wait for the mails that are on their way. */
export function passwordResetRoutes(
  api: Api<"bus" | "config" | "db" | "log" | "outgoing" | "publicUrl" | "sealer">,
  { clock, log }: Pick<Context, "clock" | "log">,
): () => Promise<void> {
  // What is counted is what was typed: an unknown address is stopped exactly as a known one.
  const perAccount = createRateLimit({ most: 3, windowMs: quarterHourMs, clock });
  const perAddress = createRateLimit({ most: 20, windowMs: quarterHourMs, clock });
  const openings = createRateLimit({ most: 60, windowMs: quarterHourMs, clock });
  const onTheirWay = new Set<Promise<void>>();

  api.route(requestPasswordReset, async ({ context, body, request, now }) => {
    perAddress.count(request.ip);
    perAccount.count(body.email.toLowerCase());
    if (!(await sendsMail(context)))
      throw new Failure(
        "conflict",
        "This server sends no mail. Ask an administrator for a link to reset your password.",
      );
    // Whatever depends on the account happens after the answer: neither its words nor its time tell whether there is one.
    const sending = sendResetMail(context, { email: body.email, lifetimeMs, address: request.ip, now })
      .catch((error: unknown) => log.error({ err: error }, "a link for a new password could not be made"))
      .finally(() => onTheirWay.delete(sending));
    onTheirWay.add(sending);
    return { data: null };
  });

  api.route(readPasswordReset, async ({ context, params, now, request }) => {
    openings.count(request.ip);
    const { email, expiresAt } = await openReset(context, params.token, now);
    return { data: { email, expiresAt: expiresAt.toISOString() } };
  });

  api.route(resetPassword, async ({ context, params, body, now, request }) => {
    openings.count(request.ip);
    const errors = newPasswordErrors(body);
    if (errors.length > 0) throw new Failure("invalid", errors.join(", "));
    const { id, userId, email } = await openReset(context, params.token, now);
    const passwordHash = await hashPassword(body.newPassword);
    await context.db.transaction().execute(async (transaction) => {
      if (!(await store.usePasswordReset(transaction, id, now))) throw used();
      await replacePassword(transaction, { userId, passwordHash, keepSession: null, now });
      const actor = { id: userId, email, address: request.ip, now };
      const target = { targetType: "user", targetId: userId, targetName: email } as const;
      await recordAct(transaction, actor, { action: "password_reset.used", ...target });
    });
    context.bus.publish({ about: "access", userId });
    return { data: { email } };
  });

  api.route(createPasswordReset, async (call) => {
    const { context, params, now } = call;
    const token = newSessionToken();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    await context.db.transaction().execute(async (transaction) => {
      const account = await store.accountToReset(transaction, { userId: params.userId });
      if (account === null) throw new Failure("not_found", "There is no such account, or it is deactivated.");
      const { id: userId, email } = account;
      await store.createPasswordReset(transaction, { userId, tokenHash: tokenHash(token), now, expiresAt });
      const target = { targetType: "user", targetId: userId, targetName: email } as const;
      await recordAct(transaction, actorOf(call), { action: "password_reset.created", ...target });
    });
    return { data: { link: `${context.publicUrl()}/reset-password/${token}`, expiresAt: expiresAt.toISOString() } };
  });

  return async () => {
    await Promise.all(onTheirWay);
  };
}

/** @throws Failure `not_found` that says why the link does not work, and what to do. */
async function openReset({ db }: Pick<Context, "db">, token: string, now: Date): Promise<store.PasswordReset> {
  const reset = await store.passwordResetByHash(db, tokenHash(token), now);
  if (reset === null)
    throw new Failure("not_found", "This link is not valid. Check that it was copied whole, or ask for another.");
  if (reset.state === "used") throw used();
  if (reset.state === "expired")
    throw new Failure("not_found", "This link has expired: it works for one hour. Ask for another.");
  return reset;
}

function used(): Failure {
  return new Failure(
    "not_found",
    "This link was used already, or the password has been changed since. Ask for another.",
  );
}
