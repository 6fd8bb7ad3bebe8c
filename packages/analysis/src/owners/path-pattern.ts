/** A parsed pattern of a CODEOWNERS file. */
export interface PathPattern {
  /** Segments of the path from the root. `**` matches any number of segments. */
  readonly segments: readonly string[];
  /** True if the pattern only matches folders. */
  readonly isFolder: boolean;
  /** True if the pattern also matches everything below. */
  readonly below: boolean;
}

/**
 * Parses a pattern of a CODEOWNERS file; `null` if it matches nothing.
 *
 * The syntax is that of .gitignore: a pattern with a slash before its end is relative to the root, and any other pattern matches anywhere. `*` and
 * `?` stay within a segment, but `**` does not. A pattern that matches a folder matches everything in it, except if the last segment has a `*`.
 * Negation and `[…]` are not supported.
 *
 * Source: https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
export function pathPattern(pattern: string): PathPattern | null {
  const isFolder = pattern.endsWith("/");
  const segments = pattern.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1);
  if (last === undefined) return null;
  const isAnchored = pattern.slice(0, -1).includes("/");
  return {
    segments: isAnchored ? segments : ["**", ...segments],
    isFolder,
    below: isFolder || !last.includes("*"),
  };
}

/**
 * Returns true if a segment of a path matches a segment of a pattern: `*` is any number of characters, `?` any one character. Only backtracks to the
 * last `*`, so the time is limited by the product of both lengths. A regular expression for `*a*a*a*a*…` could take exponential time.
 */
export function matchesSegment(requested: string, text: string): boolean {
  let [inRequested, inText] = [0, 0];
  let star: { readonly after: number; text: number } | null = null;
  while (inText < text.length) {
    if (
      inRequested < requested.length &&
      (requested[inRequested] === "?" || requested[inRequested] === text[inText]) &&
      requested[inRequested] !== "*"
    ) {
      inRequested += 1;
      inText += 1;
    } else if (requested[inRequested] === "*") {
      inRequested += 1;
      star = { after: inRequested, text: inText };
    } else if (star === null) {
      return false;
    } else {
      star.text += 1;
      inText = star.text;
      inRequested = star.after;
    }
  }
  while (requested[inRequested] === "*") inRequested += 1;
  return inRequested === requested.length;
}
