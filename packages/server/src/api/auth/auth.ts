import { login, logout, ownAccount, register, signUpClosedText } from "@plumb/contract/people/auth.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { Failure, refusedFields } from "#core/failure.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { createRecent } from "#core/recent.ts";
import { hashPassword, passwordMatches, tokenHash } from "#core/secrets.ts";
import { startSession } from "#api/auth/start-session.ts";
import { signUpPolicy } from "#api/public-config/public-config.ts";
import { accountForLogin, createAccount, createFirstAdmin, endSession } from "#store/people/accounts.ts";

export function authRoutes(api: Api<"bus" | "config" | "db">, { clock }: Pick<Context, "clock">): void {
  // Guessing is bounded for each account from each address, for each address, so that many accounts cannot be tried
  // instead, and for each account, so that many addresses cannot. The last would let anybody lock a person out; so it does
  // not hold for an address from which they have signed in before.
  const perPair = createRateLimit({ most: 10, windowMs: 60_000, clock });
  const perAddress = createRateLimit({ most: 50, windowMs: 60_000, clock });
  const perAccount = createRateLimit({ most: 100, windowMs: 60_000, clock });
  const known = createRecent(10_000);

  api.route(login, async (call) => {
    const { username, password } = call.body;
    const account = username.trim().toLowerCase();
    const pair = JSON.stringify([account, call.request.ip]);
    perAddress.count(call.request.ip);
    perPair.count(pair);
    if (!known.has(pair)) perAccount.count(account);
    const found = await accountForLogin(call.context.db, username.trim());
    const matches = await passwordMatches(found?.passwordHash ?? null, password);
    if (found === null || !matches)
      throw new Failure("unauthenticated", "The email address, user name or password is wrong.");
    perPair.forget(pair);
    known.add(pair);
    return { user: found.user, token: await startSession(call.context.db, call, found.user.id) };
  });

  api.route(register, async (call) => {
    const { db } = call.context;
    perAddress.count(call.request.ip);
    const policy = await signUpPolicy(call.context);
    if (policy === "invitation" || policy === "off") throw signUpClosed();
    const { username, email } = call.body;
    if (username.includes("@") && username.toLowerCase() !== email.toLowerCase())
      throw refusedFields({ username: "A user name that is an email address must be the account's own" });
    const given = { username, email, passwordHash: await hashPassword(call.body.password) };
    const first = policy === "first-admin" ? await createFirstAdmin(db, given) : null;
    // Somebody else was first: from then on the settings decide.
    if (first === null && policy === "first-admin" && (await signUpPolicy(call.context)) !== "open")
      throw signUpClosed();
    const user = first ?? (await createAccount(db, { ...given, role: "USER" }));
    if (user === null) throw refusedFields({ email: "This email address or user name is already taken" }, "conflict");
    return { user, token: await startSession(db, call, user.id) };
  });

  api.route(ownAccount, async ({ caller }) => {
    if (caller.kind !== "user") throw new Failure("forbidden", "An API key has no account. Sign in instead.");
    return { user: caller.user };
  });

  api.route(logout, async ({ caller, context }) => {
    const { user, token } = signedIn(caller);
    await endSession(context.db, tokenHash(token));
    context.bus.publish({ about: "access", userId: user.id });
    return { data: null };
  });
}

function signUpClosed(): Failure {
  return new Failure("forbidden", signUpClosedText);
}
