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
import { signedIn } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { Failure, refuseAny, refusedFields } from "#core/failure.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { hashPassword, passwordMatches, tokenHash } from "#core/secrets.ts";
import * as store from "#store/people/profiles.ts";

export function profileRoutes(api: Api<"bus" | "db">, { clock }: Pick<Context, "clock">): void {
  // Whoever finds an open browser may not guess the password there either.
  const guesses = createRateLimit({ most: 10, windowMs: 60_000, clock });

  api.route(readProfile, async ({ context, caller }) => ({
    data: { profile: await store.profileOf(context.db, signedIn(caller).user.id) },
  }));

  api.route(updateProfile, async ({ context, caller, body }) => {
    refuseAny(profileErrors(body));
    return { data: { profile: await store.updateProfile(context.db, signedIn(caller).user.id, body) } };
  });

  api.route(changePassword, async ({ context, caller, body, now }) => {
    const { user, token } = signedIn(caller);
    refuseAny(passwordErrors(body));
    guesses.count(String(user.id));
    const current = await store.passwordHashOf(context.db, user.id);
    if (current === null)
      throw new Failure(
        "invalid",
        "This account has no password: it signs in with single sign-on. To set one, use “Forgot password?” on the sign-in page, or ask an administrator for a link.",
      );
    const matches = await passwordMatches(current, body.currentPassword);
    if (!matches) throw refusedFields({ currentPassword: "Current password is incorrect" });
    guesses.forget(String(user.id));
    const passwordHash = await hashPassword(body.newPassword);
    await context.db
      .transaction()
      .execute((transaction) =>
        store.replacePassword(transaction, { userId: user.id, passwordHash, keepSession: tokenHash(token), now }),
      );
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });

  api.route(listSessions, async ({ context, caller, now }) => {
    const { user, token } = signedIn(caller);
    return { data: await store.sessionsOf(context.db, user.id, tokenHash(token), now) };
  });

  api.route(revokeOtherSessions, async ({ context, caller }) => {
    const { user, token } = signedIn(caller);
    await store.endOtherSessions(context.db, user.id, tokenHash(token));
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });

  api.route(revokeSession, async ({ context, caller, params }) => {
    const { id: userId } = signedIn(caller).user;
    const ended = await store.endSessionById(context.db, userId, params.sessionId);
    if (!ended) throw new Failure("not_found", "This session does not exist; it may already have ended.");
    context.bus.publish({ about: "access", userId });
    return { data: null };
  });
}
