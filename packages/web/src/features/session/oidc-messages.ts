import { signUpClosedText } from "@plumb/contract/people/auth.ts";
import type { OidcError } from "@plumb/contract/people/oidc.ts";

/** Messages for a failed sign-in with the provider, with the cause and the next step. */
export const oidcMessages: Readonly<Record<OidcError, string>> = {
  off: "Single sign-on is not set up here. Sign in with your password.",
  unreachable: "The sign-in provider is not responding. Try again later, or sign in with your password.",
  denied: "The sign-in was cancelled or refused by the provider. Try again, or sign in with your password.",
  expired: "This sign-in took too long, or was started in another tab or browser. Try again.",
  clock: "The clocks of this server and the sign-in provider differ. Contact an administrator.",
  failed:
    "The sign-in could not be completed. Try again. If it keeps failing, contact an administrator; the server log has the reason.",
  unverified:
    "The sign-in provider did not confirm your email address, so there is no account to sign in to. Contact an administrator.",
  closed: signUpClosedText,
  "first-admin": "This server is new. Create the first account here; it becomes the administrator.",
  deactivated: "This account is deactivated. Ask an administrator to reactivate it.",
  rate_limited: "Too many attempts. Try again in a minute.",
};
