import type { PathClass, ResolutionKind, UnlabelledReason } from "@plumb/contract/failures/resolution-kinds.ts";

/** Commits between the last failing and the first passing run of a cause. */
export interface CommitRange {
  /** `unknown`: not all commits are stored. `rewritten`: the first commit is not an ancestor of the last one. */
  readonly state: "complete" | "unknown" | "rewritten";
  /** True if only a pull request has sent one of them. */
  readonly isUnverified: boolean;
  /** False if the files of a commit are unknown or not all listed. */
  readonly isEveryFileKnown: boolean;
  /** Changed files. */
  readonly paths: readonly string[];
}

/** Kind of the files whose change resolved a cause, or the reason why it is unknown. */
export type Resolution =
  | { readonly kind: ResolutionKind; readonly reason: null }
  | { readonly kind: null; readonly reason: UnlabelledReason };

/**
 * Returns what resolved a cause. Only changes of a single kind give a label.
 *
 * @param classOf Returns the class of a changed file; `null` if it has none.
 * @param texts Errors of the cause, and names and files of its tests.
 */
export function resolutionOf(
  range: CommitRange,
  classOf: (path: string) => PathClass | null,
  texts: readonly string[],
): Resolution {
  if (range.isUnverified) return unlabelled("pull-request");
  if (range.state === "rewritten") return unlabelled("rewritten");
  if (range.state === "unknown") return unlabelled("unknown-commits");
  const changed = new Set(range.paths.map(classOf));
  changed.delete("ignored");
  const isUnclassed = changed.delete(null);
  const kind = kindOf(changed as ReadonlySet<PathClass>);
  // More files cannot make a mixed change a pure one.
  if (kind === null) return unlabelled("mixed");
  if (!range.isEveryFileKnown) return unlabelled("unknown-commits");
  if (isUnclassed) return unlabelled("unknown-paths");
  if (kind !== "test") return { kind, reason: null };
  const names = namesIn(texts);
  const isRelated = range.paths.some((path) => classOf(path) === "test" && isMentioned(path, names));
  return { kind: isRelated ? kind : "unrelated-test", reason: null };
}

function kindOf(changed: ReadonlySet<PathClass>): ResolutionKind | null {
  const [first, ...others] = changed;
  if (first === undefined) return "nothing";
  if (others.length === 0) return first === "ignored" ? "nothing" : first;
  return others.length === 1 && changed.has("configuration") && changed.has("data") ? "configuration-and-data" : null;
}

/** Returns the names in texts, such as `cart.spec.ts`, and their parts, such as `CartTest` of `com.shop.CartTest`. Takes linear time. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of texts)
    for (const [word] of text.matchAll(/[\p{L}\p{N}_.-]+/gu)) {
      names.add(word.replace(/\.$/, ""));
      for (const part of word.split(".")) names.add(part);
    }
  return names;
}

function isMentioned(path: string, names: ReadonlySet<string>): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const stem = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  return names.has(name) || (stem !== "" && names.has(stem));
}

export function unlabelled(reason: UnlabelledReason): Resolution {
  return { kind: null, reason };
}
