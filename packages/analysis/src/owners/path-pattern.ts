/**
 * A pattern of a CODEOWNERS file as a function over the segments of a path; null where it says nothing.
 *
 * As in .gitignore: with a slash before its end it counts from the root, otherwise anywhere; `*` and `?` stay within a segment,
 * `**` does not; what matches a folder matches all in it, but for a last segment with a `*`. Negation and `[…]` do not exist there.
 *
 * Written here, since libraries make regular expressions of such patterns, and `*a*a*a*a*…` would keep the server busy for
 * ever: this takes time in proportion to pattern times path.
 *
 * Source: https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
export function pathPattern(pattern: string): ((path: readonly string[]) => boolean) | null {
  const isFolder = pattern.endsWith("/");
  const segments = pattern.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1);
  if (last === undefined) return null;
  const isAnchored = pattern.slice(0, -1).includes("/");
  const wanted = isAnchored ? segments : ["**", ...segments];
  const below = isFolder || !last.includes("*");
  return (path) => matchesPath(wanted, path, { below, isFolder });
}

/** Which prefixes of the path the segments so far have matched: a row at a time, so that nothing is tried twice. */
function matchesPath(
  wanted: readonly string[],
  path: readonly string[],
  { below, isFolder }: { readonly below: boolean; readonly isFolder: boolean },
): boolean {
  let reached = Array.from({ length: path.length + 1 }, () => false);
  reached[0] = true;
  for (const segment of wanted) {
    const next = Array.from({ length: path.length + 1 }, () => false);
    for (let at = 0; at <= path.length; at += 1) {
      if (segment === "**") next[at] = reached[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0) next[at] = reached[at - 1] === true && matchesSegment(segment, path[at - 1] ?? "");
    }
    reached = next;
  }
  // A folder's pattern names what is in it, and never a file of its name.
  if (!isFolder && reached[path.length] === true) return true;
  return below && reached.slice(1, path.length).includes(true);
}

/** `*` is any run of characters, `?` any one. Goes back to the last `*` alone, which is enough. */
function matchesSegment(wanted: string, text: string): boolean {
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
