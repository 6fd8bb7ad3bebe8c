import { exchangeOidc, type OidcError, returnOidc, startOidc } from "@plumb/contract/people/oidc.ts";
import { startSession } from "#api/auth/start-session.ts";
import { accountOf } from "./account-of.ts";
import { writeCookie, readCookie } from "./flow-cookie.ts";
import { OidcRefusal } from "./oidc-refusal.ts";
import { createProvider, type Provider } from "./provider.ts";
import { type Api, check } from "#http/api.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { FastifyReply, FastifyRequest } from "#http/fastify.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { createSignInCode, useSignInCode } from "#store/people/identities.ts";

const flowSeconds = 600;
const codeSeconds = 60;
/** Maximum length of an address that fits into the cookie next to the secrets. */
const maxRedirect = 1500;

type OidcNeeds = "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "secretBox";
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Signs users in with the configured provider. Both endpoints redirect instead of returning JSON: the sign-in page shows an error for the reason in
 * its URL.
 */
export function oidcRoutes(
  api: Api<OidcNeeds>,
  context: Pick<Context, OidcNeeds>,
): { readonly start: Handler; readonly finish: Handler } {
  const { config, secretBox, db, clock } = context;
  const provider = config.oidc === undefined ? null : createProvider(config.oidc, context);
  const perAddress = createRateLimit({ max: 50, windowMs: 60_000, clock });
  const secure = () => context.publicUrl().startsWith("https:");

  api.route(exchangeOidc, async (call) => {
    const { body, request, now } = call;
    perAddress.count(`exchange ${request.ip}`);
    const { issuer } = config.oidc ?? {};
    // The code was in a URL, where others may have seen it, so the cookie must match as well.
    if (readCookie(secretBox, "code", request, { now, secure: secure() }) !== body.code) throw usedUp();
    return db.transaction().execute(async (transaction) => {
      const user = await useSignInCode(transaction, tokenHash(body.code), now);
      if (user === null) throw usedUp();
      const actor = { id: user.id, email: user.email, address: request.ip, now };
      const target = { targetType: "user", targetId: user.id, targetName: user.email } as const;
      await recordAudit(transaction, actor, { action: "user.signed_in", ...target, detail: { issuer } });
      return { user, token: await startSession(transaction, call, user.id) };
    });
  });

  return {
    async start(request, reply) {
      const { redirect } = check(startOidc.query, request.query);
      const requested = redirect !== undefined && redirect.length <= maxRedirect ? redirect : undefined;
      let to: string;
      try {
        perAddress.count(`start ${request.ip}`);
        const { url, secrets } = await configured(provider).start();
        const flow = { ...secrets, redirect: requested };
        const cookie = writeCookie(secretBox, "flow", flow, { now: clock(), seconds: flowSeconds, secure: secure() });
        void reply.header("set-cookie", cookie);
        to = url.href;
      } catch (error) {
        to = signInPage({ oidcError: reasonOf(context, error), redirect: requested });
      }
      return reply.header("cache-control", "no-store").redirect(to);
    },

    async finish(request, reply) {
      const now = clock();
      const flow = readCookie(secretBox, "flow", request, { now, secure: secure() });
      const { state } = check(returnOidc.query, request.query);
      // The stored flow may belong to another sign-in, such as one in another tab.
      const expected = flow !== null && state === flow.state;
      let code: string | null = null;
      let to: string;
      try {
        perAddress.count(`finish ${request.ip}`);
        if (!expected) throw new OidcRefusal("expired");
        const query = request.url.slice(request.url.indexOf("?"));
        const person = await configured(provider).finish(query, flow);
        const userId = await accountOf(context, person, { address: request.ip, now });
        code = newSessionToken();
        const expiresAt = new Date(now.getTime() + codeSeconds * 1000);
        await createSignInCode(db, { codeHash: tokenHash(code), userId, now, expiresAt });
        to = signInPage({ oidc: code, redirect: flow.redirect });
      } catch (error) {
        to = signInPage({ oidcError: reasonOf(context, error), redirect: flow?.redirect });
      }
      // Replaces the secrets of the sign-in, because they can only be used once, even if it failed.
      const cookie = writeCookie(secretBox, "code", code, { now, seconds: codeSeconds, secure: secure() });
      if (expected) void reply.header("set-cookie", cookie);
      return reply.header("cache-control", "no-store").redirect(to);
    },
  };
}

function configured(provider: Provider | null): Provider {
  if (provider === null) throw new OidcRefusal("off");
  return provider;
}

function usedUp(): ApiError {
  return new ApiError("unauthenticated", "This sign-in has expired or has already been used. Sign in again.");
}

/** The redirect is not validated here, because the page only follows redirects within the app (login-search.ts). */
function signInPage(search: { oidc?: string; oidcError?: OidcError; redirect: string | undefined }): string {
  const input = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/login?${new URLSearchParams(input).toString()}`;
}

/** Logs problems that the operator can fix, but no data from the provider, which may contain names and secrets. */
function reasonOf({ log }: Pick<Context, "log">, error: unknown): OidcError {
  if (error instanceof ApiError && error.code === "rate_limited") return "rate_limited";
  if (!(error instanceof OidcRefusal)) {
    log.error({ err: error }, "a sign-in with the provider failed");
    return "failed";
  }
  const because: string[] = [];
  for (let { cause } = error; cause instanceof Error; { cause } = cause) because.push(cause.message);
  if (because.length > 0) log.warn({ reason: error.reason, because }, "a sign-in with the provider failed");
  return error.reason;
}
