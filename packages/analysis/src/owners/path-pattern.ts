/** A pattern of a CODEOWNERS file, read. */
export interface PathPattern {
  /** Segments of the path from the root; `**` matches any number of them. */
  readonly segments: readonly string[];
  /** It names a folder, and never a file of that name. */
  readonly isFolder: boolean;
  /** It also matches everything below what it names. */
  readonly below: boolean;
}

/**
 * Reads a pattern of a CODEOWNERS file; `null` if it matches nothing.
 *
 * As in .gitignore: with a slash before its end it counts from the root, otherwise anywhere; `*` and `?` stay within a segment,
 * `**` does not; what matches a folder matches all in it, except for a last segment with a `*`. There is no negation and no `[…]`.
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
 * Whether a segment of a path matches one of a pattern: `*` is any run of characters, `?` any one. Goes back to the last `*` only, so
 * that the time is at most pattern times text; a regular expression of `*a*a*a*a*…` would take forever.
 */
export function matchesSegment(wanted: string, text: string): boolean {
  let [inWanted, inText] = [0, 0];
  let star: { readonly after: number; text: number } | null = null;
  while (inText < text.length) {
    if (
      inWanted < wanted.length &&
      (wanted[inWanted] === "?" || wanted[inWanted] === text[inText]) &&
      wanted[inWanted] !== "*"
    ) {
      inWanted += 1;
      inText += 1;
    } else if (wanted[inWanted] === "*") {
      inWanted += 1;
      star = { after: inWanted, text: inText };
    } else if (star === null) {
      return false;
    } else {
      star.text += 1;
      inText = star.text;
      inWanted = star.after;
    }
  }
  while (wanted[inWanted] === "*") inWanted += 1;
  return inWanted === wanted.length;
}
