export interface LoginSearch {
  /** Where the visitor wanted to go: a path of this app. */
  readonly redirect?: string;
}

/** Only a path of this app is followed: `//evil` and `https://evil` would lead away right after signing in. */
export function loginSearch(raw: Record<string, unknown>): LoginSearch {
  const { redirect } = raw;
  return typeof redirect === "string" && /^\/(?![/\\])/.test(redirect) && !redirect.startsWith("/login")
    ? { redirect }
    : {};
}
