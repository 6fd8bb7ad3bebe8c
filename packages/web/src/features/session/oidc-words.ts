import { signUpClosedText } from "@plumb/contract/people/auth.ts";
import type { OidcError } from "@plumb/contract/people/oidc.ts";

/** Why a sign-in with the provider came to nothing: what happened, and what to do. */
export const oidcWords: Readonly<Record<OidcError, string>> = {
  off: "Single sign-on is not set up here. Sign in with your password.",
  unreachable: "The sign-in provider does not answer. Try again later, or sign in with your password.",
  denied: "The sign-in was cancelled or refused by the provider. Try again, or sign in with your password.",
  expired: "This sign-in took too long, or was started in another tab or browser. Try again.",
  clock: "The clocks of this server and of the sign-in provider differ. Tell an administrator.",
  failed: "The sign-in could not be completed. Try again; if that fails too, tell an administrator: the log says why.",
  unverified:
    "The sign-in provider did not confirm an e-mail address of yours, so there is no account to sign in to. Tell an administrator.",
  closed: signUpClosedText,
  "first-admin": "This server is new: the first account, its administrator's, is created here.",
  deactivated: "This account was deactivated. Ask an administrator to let you in again.",
  rate_limited: "Too many attempts. Try again in a minute.",
};
