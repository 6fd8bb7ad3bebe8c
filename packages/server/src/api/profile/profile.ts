import {
  changePassword,
  listSessions,
  passwordErrors,
  profileErrors,
  readProfile,
  revokeOtherSessions,
  revokeSession,
  updateProfile,
} from "@plumb/contract/people/profile.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { signedIn } from "#http/caller.ts";
import { ApiError, refuseAny, refusedFields } from "#core/api-error.ts";
import { guessablePassword } from "#core/guessable-password.ts";
import { createAttemptLimit } from "#core/attempt-limit.ts";
import { hashPassword, passwordMatches } from "#core/password-hash.ts";
import { tokenHash } from "#core/secrets.ts";
import { auditWindows, ownAuditEntry, recordAudit, recordCountedAudit } from "#store/administration/audit.ts";
import * as store from "#store/people/profiles.ts";

export function profileRoutes(api: Api<"bus" | "db">): void {
  // Limits password guesses in an unattended browser session.
  const guesses = createAttemptLimit("change of a password", { max: 10, windowMs: 60_000 });

  api.route(readProfile, async ({ context, caller }) => ({
    data: { profile: await store.profileOf(context.db, signedIn(caller).user.id) },
  }));

  api.route(updateProfile, async ({ context, caller, body }) => {
    refuseAny(profileErrors(body));
    return { data: { profile: await store.updateProfile(context.db, signedIn(caller).user.id, body) } };
  });

  api.route(changePassword, async (call) => {
    const { context, caller, body, now } = call;
    const { user, token } = signedIn(caller);
    refuseAny(passwordErrors(body));
    const guessable = await guessablePassword(body.newPassword, [
      user.username,
      user.email,
      user.name,
      user.displayName,
    ]);
    if (guessable !== undefined) throw refusedFields({ newPassword: guessable });
    const attempt = { db: context.db, key: String(user.id), now };
    await guesses.count(attempt);
    const current = await store.passwordHashOf(context.db, user.id);
    if (current === null)
      throw new ApiError(
        "invalid",
        "This account has no password: it signs in with single sign-on. To set one, use “Forgot password?” on the sign-in page, or ask an administrator for a link.",
      );
    const matches = await passwordMatches(current, body.currentPassword);
    if (!matches) {
      const failed = ownAuditEntry("password.change_failed", user);
      await recordCountedAudit(context.db, actorOf(call), failed, auditWindows.minute);
      throw refusedFields({ currentPassword: "Current password is incorrect" });
    }
    await guesses.forget(attempt);
    const passwordHash = await hashPassword(body.newPassword);
    await context.db.transaction().execute(async (transaction) => {
      await store.replacePassword(transaction, { userId: user.id, passwordHash, keepSession: tokenHash(token), now });
      await recordAudit(transaction, actorOf(call), ownAuditEntry("password.changed", user));
    });
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });

  api.route(listSessions, async ({ context, caller, now }) => {
    const { user, token } = signedIn(caller);
    return { data: await store.sessionsOf(context.db, user.id, tokenHash(token), now) };
  });

  api.route(revokeOtherSessions, async (call) => {
    const { context, caller } = call;
    const { user, token } = signedIn(caller);
    await context.db.transaction().execute(async (transaction) => {
      const sessions = await store.endOtherSessions(transaction, user.id, tokenHash(token));
      await recordAudit(transaction, actorOf(call), ownAuditEntry("session.ended", user, { sessions }));
    });
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });

  api.route(revokeSession, async (call) => {
    const { context, caller, params } = call;
    const { user } = signedIn(caller);
    await context.db.transaction().execute(async (transaction) => {
      const ended = await store.endSessionById(transaction, user.id, params.sessionId);
      if (!ended) throw new ApiError("not_found", "This session does not exist; it may already have ended.");
      await recordAudit(transaction, actorOf(call), ownAuditEntry("session.ended", user, { sessions: 1 }));
    });
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });
}
