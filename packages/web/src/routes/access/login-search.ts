import { type OidcError, oidcErrors } from "@plumb/contract/people/oidc.ts";

export interface LoginSearch {
  /** Path of the page that the visitor requested. */
  readonly redirect?: string;
  /** Code to exchange for a session after a successful sign-in with the provider. */
  readonly oidc?: string;
  /** The invitation was accepted, but the automatic sign-in failed. */
  readonly accepted?: true;
  /** Error of a failed sign-in with the provider. */
  readonly oidcError?: OidcError;
}

const anyOrigin = "http://plumb.invalid";

export function loginSearch({ redirect, oidc, oidcError, accepted }: Record<string, unknown>): LoginSearch {
  const failed = oidcErrors.find((reason) => reason === oidcError);
  return {
    ...ownPath(redirect),
    ...(typeof oidc === "string" && { oidc }),
    ...(failed !== undefined && { oidcError: failed }),
    ...(accepted === true && { accepted }),
  };
}

/** Accepts only paths of this app, because `//evil` and `https://evil` would redirect to another site after the sign-in. */
function ownPath(redirect: unknown): Pick<LoginSearch, "redirect"> {
  // Parses the address as browsers do, which drop line breaks and convert backslashes. A check of the text alone could be bypassed.
  if (typeof redirect !== "string" || !redirect.startsWith("/") || !URL.canParse(redirect, anyOrigin)) return {};
  const { origin, pathname, search, hash } = new URL(redirect, anyOrigin);
  const leadsAway = origin !== anyOrigin || pathname.startsWith("//");
  return leadsAway || pathname === "/login" ? {} : { redirect: `${pathname}${search}${hash}` };
}
