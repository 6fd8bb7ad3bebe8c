import { type OidcError, oidcErrors } from "@plumb/contract/people/oidc.ts";

export interface LoginSearch {
  /** Where the visitor wanted to go: a path of this app. */
  readonly redirect?: string;
  /** A sign-in with the provider has succeeded: the code that is exchanged for the session. */
  readonly oidc?: string;
  /** The invitation was accepted, but the automatic sign-in failed. */
  readonly accepted?: true;
  /** A sign-in with the provider has failed. */
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

/** Only a path of this app is followed: `//evil` and `https://evil` would lead away right after signing in. */
function ownPath(redirect: unknown): Pick<LoginSearch, "redirect"> {
  // As browsers read it, which drop line breaks and turn backslashes: a look at the text alone would be fooled.
  if (typeof redirect !== "string" || !redirect.startsWith("/") || !URL.canParse(redirect, anyOrigin)) return {};
  const { origin, pathname, search, hash } = new URL(redirect, anyOrigin);
  const leadsAway = origin !== anyOrigin || pathname.startsWith("//");
  return leadsAway || pathname === "/login" ? {} : { redirect: `${pathname}${search}${hash}` };
}
