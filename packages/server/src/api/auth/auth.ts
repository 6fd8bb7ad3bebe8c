import {
  login,
  logout,
  ownAccount,
  register,
  signUpClosedText,
  signUpOffText,
  type User,
} from "@plumb/contract/people/auth.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { signedIn } from "#http/caller.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import { guard } from "#core/guard.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { guessablePassword } from "#core/guessable-password.ts";
import { type AttemptLimit, createAttemptLimit } from "#core/attempt-limit.ts";
import { createRecent } from "#core/recent.ts";
import { hashPassword, passwordMatches } from "#core/password-hash.ts";
import { tokenHash } from "#core/secrets.ts";
import { recordFailedSignIn, recordLockOut } from "./sign-in-audit.ts";
import { startSession } from "./start-session.ts";
import { signUpPolicy } from "#api/public-config/public-config.ts";
import { type Actor, ownAuditEntry, recordAudit } from "#store/administration/audit.ts";
import { accountForLogin, createAccount, createFirstAdmin, endSession } from "#store/people/accounts.ts";

export function authRoutes(api: Api<"bus" | "config" | "db" | "log">): void {
  // Guesses are limited in three ways: per account and address, per address (against trying many accounts), and per account (against trying from many
  // addresses). The last limit would let anyone lock users out, so it does not apply to addresses from which the user has signed in before.
  const perPair = createAttemptLimit("sign-in of an account from an address", { max: 10, windowMs: 60_000 });
  const perAddress = createAttemptLimit("sign-in from an address", { max: 50, windowMs: 60_000 });
  const perAccount = createAttemptLimit("sign-in of an account", { max: 100, windowMs: 60_000 });
  // Per replica: after an attack, a user may have to wait a minute on a replica that does not know the address.
  const known = createRecent(10_000);

  api.route(login, async (call) => {
    const { username, password } = call.body;
    const account = username.trim().toLowerCase();
    const pair = JSON.stringify([account, call.request.ip]);
    const lockedBy = (limit: string) =>
      guard(call.context.log, "recording a lock-out", () => recordLockOut(call, username.trim(), limit));
    const { db } = call.context;
    const count = (limit: AttemptLimit, key: string, reason: string) =>
      limit.count({ db, key, now: call.now, onLimit: lockedBy(reason) });
    await count(perAddress, call.request.ip, "tries from one address");
    await count(perPair, pair, "tries of one account from one address");
    if (!known.has(pair)) await count(perAccount, account, "tries of one account");
    const found = await accountForLogin(db, username.trim());
    const matches = await passwordMatches(found?.passwordHash ?? null, password);
    if (found === null || !matches) {
      await recordFailedSignIn(call, found?.user ?? null);
      throw new ApiError("unauthenticated", "The email address, user name or password is wrong.");
    }
    await perPair.forget({ db, key: pair });
    known.add(pair);
    return db.transaction().execute(async (transaction) => {
      const { user } = found;
      await recordAudit(
        transaction,
        byOneself(call, user),
        ownAuditEntry("user.signed_in", user, { method: "password" }),
      );
      return { user, token: await startSession(transaction, call, user.id) };
    });
  });

  api.route(register, async (call) => {
    const { db } = call.context;
    await perAddress.count({ db, key: call.request.ip, now: call.now });
    const policy = await signUpPolicy(call.context);
    if (policy === "off") throw new ApiError("forbidden", signUpOffText);
    if (policy === "invitation") throw signUpClosed();
    const { username, email } = call.body;
    if (username.includes("@") && username.toLowerCase() !== email.toLowerCase())
      throw refusedFields({ username: "A user name that is an email address must be the account's own" });
    const guessable = await guessablePassword(call.body.password, [username, email]);
    if (guessable !== undefined) throw refusedFields({ password: guessable });
    const input = { username, email, passwordHash: await hashPassword(call.body.password) };
    const first = policy === "first-admin" ? await createFirstAdmin(db, input, call.request.ip, call.now) : null;
    // Another account was created first, so the sign-up settings apply.
    if (first === null && policy === "first-admin" && (await signUpPolicy(call.context)) !== "open")
      throw signUpClosed();
    return db.transaction().execute(async (transaction) => {
      const user = first ?? (await createAccount(transaction, { ...input, role: "USER" }));
      if (user === null) throw refusedFields({ email: "This email address or user name is already taken" }, "conflict");
      if (first === null) {
        const detail = { method: "sign-up", role: user.role };
        await recordAudit(transaction, byOneself(call, user), ownAuditEntry("user.created", user, detail));
      }
      return { user, token: await startSession(transaction, call, user.id) };
    });
  });

  api.route(ownAccount, async ({ caller }) => {
    if (caller.kind !== "user") throw new ApiError("forbidden", "An API key has no account. Sign in instead.");
    return { user: caller.user };
  });

  api.route(logout, async (call) => {
    const { caller, context } = call;
    const { user, token } = signedIn(caller);
    await context.db.transaction().execute(async (transaction) => {
      await endSession(transaction, tokenHash(token));
      await recordAudit(transaction, actorOf(call), ownAuditEntry("session.ended", user, { method: "sign-out" }));
    });
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });
}

function byOneself({ request, now }: { request: FastifyRequest; now: Date }, { id, email }: User): Actor {
  return { id, email, address: request.ip, now };
}

function signUpClosed(): ApiError {
  return new ApiError("forbidden", signUpClosedText);
}
