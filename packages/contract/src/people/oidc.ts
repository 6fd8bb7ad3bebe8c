import { z } from "zod";
import { Signed } from "./auth.ts";
import { endpoint } from "#endpoint.ts";

/** Reasons for a failed sign-in with the provider, as codes in the URL of the sign-in page. */
export const oidcErrors = [
  /** No provider is configured. */
  "off",
  /** It does not answer, or not as a provider does. */
  "unreachable",
  /** The person, or a rule of the provider, refused. */
  "denied",
  /** Started in another browser, in another tab since, or too long ago. */
  "expired",
  /** What it sent is not valid yet or no more: the clocks differ. */
  "clock",
  /** The response could not be verified, or an internal error. */
  "failed",
  /** A new person without an email address that the provider vouches for. */
  "unverified",
  /** The sign-up policy does not allow this account. */
  "closed",
  /** There is no account at all yet: the first one is made here. */
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
  /** `redirect`: returned to the sign-in page, which only follows its own paths. */
  query: z.object({ redirect: z.string().max(2000).optional() }),
  /** A redirection: to the provider, or to the sign-in page with an `OidcError`. */
  response: z.unknown(),
});

export const returnOidc = endpoint({
  method: "GET",
  path: "/api/auth/oidc/callback",
  summary: "Receive the browser from the OpenID Connect provider",
  allow: "public",
  /** Parameters added by the provider. */
  query: z.looseObject({}),
  /** A redirection to the sign-in page, with a code for `exchangeOidc` or with an `OidcError`. */
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
