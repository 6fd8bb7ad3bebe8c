import { z } from "zod";
import { Signed } from "./auth.ts";
import { endpoint } from "#endpoint.ts";

/** Reasons for a failed sign-in with the provider, as codes in the URL of the sign-in page. */
export const oidcErrors = [
  /** No provider is configured. */
  "off",
  /** The provider does not respond, or its response is not valid. */
  "unreachable",
  /** The user or a rule of the provider denied access. */
  "denied",
  /** The sign-in was started in another browser, restarted in another tab, or took too long. */
  "expired",
  /** The token of the provider is not valid yet or has expired, so the clocks differ. */
  "clock",
  /** The response could not be verified, or there was an internal error. */
  "failed",
  /** The user is new, and the provider has not verified the email address. */
  "unverified",
  /** The sign-up policy does not allow this account. */
  "closed",
  /** No account exists yet. The first account must be created with the sign-up form. */
  "first-admin",
  "deactivated",
  "rate_limited",
] as const;
export type OidcError = (typeof oidcErrors)[number];

export const startOidc = endpoint({
  method: "GET",
  path: "/api/auth/oidc/start",
  summary: "Redirect to the OpenID Connect provider to sign in",
  allow: "public",
  /** `redirect`: path to return to. The sign-in page only follows paths of the app. */
  query: z.object({ redirect: z.string().max(2000).optional() }),
  /** Redirects to the provider, or to the sign-in page with an `OidcError`. */
  response: z.unknown(),
});

export const returnOidc = endpoint({
  method: "GET",
  path: "/api/auth/oidc/callback",
  summary: "Handle the redirect from the OpenID Connect provider after sign-in",
  allow: "public",
  /** Parameters added by the provider. */
  query: z.looseObject({}),
  /** Redirects to the sign-in page, with a code for `exchangeOidc` or with an `OidcError`. */
  response: z.unknown(),
});

export const exchangeOidc = endpoint({
  method: "POST",
  path: "/api/auth/oidc/exchange",
  summary: "Exchange the code of a provider sign-in for a session, once and in the same browser",
  allow: "public",
  body: z.object({ code: z.string().min(1).max(200) }),
  response: Signed,
});
