import type { Origin } from "#store/ingest/sources.ts";

/** Returns the message for a part that has another branch or commit than its run; `null` if there is no conflict. */
export function otherOrigin(
  origin: { readonly branch?: string | undefined; readonly commit?: string | undefined },
  run: Origin,
): string | null {
  const differs = [
    ...(origin.branch === undefined || run.branch === null || origin.branch === run.branch
      ? []
      : [[`the branch ${origin.branch}`, run.branch] as const]),
    ...(origin.commit === undefined || run.commit === null || isSameCommit(origin.commit, run.commit)
      ? []
      : [[`the commit ${origin.commit}`, run.commit] as const]),
  ];
  if (differs.length === 0) return null;
  const theirs = differs.map(([label]) => label).join(" and ");
  const ours = differs.map(([, own]) => own).join(" and ");
  return `A part of this run came from ${theirs}, with the same build id. The run counts for ${ours}.`;
}

/** One hash may be an abbreviation of the other. */
function isSameCommit(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first.startsWith(second) || second.startsWith(first);
}
