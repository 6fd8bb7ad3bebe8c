/** Parents of commits by hash. Commits that are not known are missing. */
export type KnownCommits = ReadonlyMap<string, readonly string[]>;

/** Commits that are in one state of a repository and not in another one. */
export interface CommitRange {
  /** Known commits, nearest to the end first. */
  readonly hashes: readonly string[];
  /** False if there are, or may be, further commits. */
  readonly complete: boolean;
  /** True if the start is not an ancestor of the end: the history was rewritten, or both are on different branches. */
  readonly diverged: boolean;
}

/**
 * Returns the commits that are reachable from `until` and not from `after`, like `git log after..until`. Follows parents only, so that the clocks of
 * the authors do not matter.
 *
 * @param max Maximum number of commits.
 */
export function commitRange(known: KnownCommits, { after, until, max }: RangeEnds): CommitRange {
  if (after === until) return { hashes: [], complete: true, diverged: false };
  const before = reachable(known, after);
  const found = new Set([until]);
  let [complete, reached] = [true, false];
  for (const hash of found) {
    const parents = known.get(hash);
    if (parents === undefined) complete = false;
    for (const parent of parents ?? []) {
      if (parent === after) reached = true;
      if (before.has(parent) || found.has(parent)) continue;
      if (found.size >= max) complete = false;
      else found.add(parent);
    }
  }
  // A part of what happened before the start is unknown. If the walk got as far as the beginning of the repository, it contains commits from then.
  const isBeforeKnown = [...before].every((hash) => known.has(hash));
  if (known.has(after) && !isBeforeKnown && [...found].some((hash) => known.get(hash)?.length === 0)) complete = false;
  const hashes = [...found].filter((hash) => known.has(hash));
  // The whole history is known, and the start is not part of it. The beginning of the range is unknown then.
  if (!reached && complete && !known.has(after)) return { hashes: hashes.slice(0, 1), complete: false, diverged: true };
  return { hashes, complete, diverged: !reached && complete };
}

export interface RangeEnds {
  readonly after: string;
  readonly until: string;
  readonly max: number;
}

function reachable(known: KnownCommits, start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const hash of found) for (const parent of known.get(hash) ?? []) found.add(parent);
  return found;
}
