import { FailureGroups } from "@plumb/analysis/grouping/failure-groups.ts";
import type { FailureFingerprint } from "@plumb/analysis/grouping/failure-fingerprint.ts";
import { similarity } from "@plumb/analysis/grouping/similarity.ts";
import type { StoredGroup } from "#store/failures/groups/groups.ts";
import type { KnownSignature, NewSignature } from "#store/failures/signatures.ts";

type ExistingError = Pick<KnownSignature, "groupId" | "outline" | "placedBy">;
type NewError = Pick<NewSignature, "outline" | "signature">;
type Group = Pick<StoredGroup, "decidedBy" | "id" | "pinned" | "class">;

/** Causes for new errors, and existing causes that the new errors join. */
export interface GroupAssignment {
  /** Existing group of each signature that matches one. */
  readonly known: ReadonlyMap<string, number>;
  /** Sets of signatures that form a new group. */
  readonly made: readonly (readonly string[])[];
  readonly joined: readonly { readonly from: readonly number[]; readonly into: number }[];
}

/**
 * Assigns new errors to groups among the errors of their blocks. Errors that are similar, directly or through others, are one group, independent of
 * their order. If a new error joins several groups, the oldest one stays, or the one a user decided about. Groups that users merged, separated,
 * pinned or classified differently are never joined: a new error then goes to the group with the most similar error.
 *
 * @param separated Groups that users separated, one entry per decision.
 */
export function assignToGroups(
  newErrors: readonly NewError[],
  existing: readonly ExistingError[],
  groups: ReadonlyMap<number, Group>,
  separated: readonly (readonly number[])[] = [],
): GroupAssignment {
  const similar = new FailureGroups();
  for (const { outline } of [...existing, ...newErrors]) similar.add(outline);
  const partOf = ({ outline }: { outline: FailureFingerprint }) => similar.groupOf(outline);
  const neighbours = Map.groupBy(existing, partOf);
  const known = new Map<string, number>();
  const made: string[][] = [];
  const joined: { from: number[]; into: number }[] = [];
  for (const [part, members] of Map.groupBy(newErrors, partOf)) {
    const near = neighbours.get(part) ?? [];
    const ids = [...new Set(near.map(({ groupId }) => groupId))].toSorted((a, b) => a - b);
    const [oldest] = ids;
    if (oldest === undefined) {
      made.push(members.map(({ signature }) => signature));
      continue;
    }
    const isFree =
      !near.some(({ placedBy }) => placedBy === "person") &&
      !separated.some((separate) => separate.filter((id) => ids.includes(id)).length > 1);
    const mayJoin = ids.length > 1 && isFree && agree(ids, groups);
    // Merges into a group with a user's decision, so that the decision is preserved.
    const into = ids.find((id) => groups.get(id)?.decidedBy === "person") ?? oldest;
    if (mayJoin) joined.push({ from: ids.filter((id) => id !== into), into });
    for (const { signature, outline } of members)
      known.set(signature, mayJoin || ids.length === 1 ? into : nearest(outline, near).groupId);
  }
  return { known, made, joined };
}

/** Returns true if merging the groups loses no user decision. */
function agree(ids: readonly number[], groups: ReadonlyMap<number, Group>): boolean {
  const all = ids.flatMap((id) => groups.get(id) ?? []);
  const decided = new Set(all.flatMap((group) => (group.decidedBy === "person" ? [group.class] : [])));
  return decided.size <= 1 && all.every(({ pinned }) => !pinned);
}

/** Returns the most similar error. If several are equally similar, one that a user assigned to its group wins. */
function nearest(outline: FailureFingerprint, near: readonly ExistingError[]): ExistingError {
  const [best] = near
    .map((each) => ({ each, share: similarity(outline, each.outline)?.share ?? 0 }))
    .toSorted(
      (a, b) =>
        b.share - a.share ||
        Number(b.each.placedBy === "person") - Number(a.each.placedBy === "person") ||
        a.each.groupId - b.each.groupId,
    );
  return (best as { each: ExistingError }).each;
}
