export interface LoginSearch {
  /** Where the visitor wanted to go: a path of this app. */
  readonly redirect?: string;
}

const anyOrigin = "http://plumb.invalid";

/** Only a path of this app is followed: `//evil` and `https://evil` would lead away right after signing in. */
export function loginSearch({ redirect }: Record<string, unknown>): LoginSearch {
  // As browsers read it, which drop line breaks and turn backslashes: a look at the text alone would be fooled.
  if (typeof redirect !== "string" || !redirect.startsWith("/") || !URL.canParse(redirect, anyOrigin)) return {};
  const { origin, pathname, search, hash } = new URL(redirect, anyOrigin);
  const leadsAway = origin !== anyOrigin || pathname.startsWith("//");
  return leadsAway || pathname === "/login" ? {} : { redirect: `${pathname}${search}${hash}` };
}
