import { looseName } from "@plumb/analysis/executions/loose-name.ts";
import { type Candidate, countPairs, type Group, Pairs } from "./group-results.ts";
import type { RunSource } from "./run-sources.ts";

/**
 * Merges test groups that two formats name differently. Groups from two sources with different formats belong together if their executions match
 * under similar names, even if several tests have the same name. Counts the merged tests as shared.
 *
 * @returns Groups of similar names, and all other groups.
 */
export function mergeSimilar(
  pairs: Pairs,
  groups: readonly Group[],
  sources: readonly RunSource[],
): { readonly merged: readonly Group[]; readonly others: readonly Group[] } {
  const joined = new Map<Group, Set<Group>>();
  const bySource = groupsBySource(groups);
  for (const [index, a] of sources.entries()) {
    for (const b of sources.slice(index + 1)) {
      if (a.format === b.format) continue;
      const similar = similarGroups(bySource.get(a.id) ?? [], bySource.get(b.id) ?? [], a, b);
      if (similar.length === 0) continue;
      const trial = new Pairs([a, b]);
      const matches = similar.map(([one, other]) => [...ofSource(one, a.id), ...ofSource(other, b.id)]);
      const shared = (bySource.get(a.id) ?? []).map((group) => [...ofSource(group, a.id), ...ofSource(group, b.id)]);
      countPairs(trial, [...matches, ...shared]);
      if (trial.relation(a.id, b.id).kind !== "same") continue;
      countPairs(pairs, matches);
      for (const [one, other] of similar) join(joined, one, other);
    }
  }
  const merged = [...new Set(joined.values())].map((set) => [...set].flat());
  return { merged, others: groups.filter((group) => !joined.has(group)) };
}

function groupsBySource(groups: readonly Group[]): Map<number, Group[]> {
  const found = new Map<number, Group[]>();
  for (const group of groups)
    for (const id of new Set(group.map(({ own }) => own.sourceId))) {
      const own = found.get(id);
      if (own === undefined) found.set(id, [group]);
      else own.push(group);
    }
  return found;
}

function holds(group: Group, sourceId: number): boolean {
  return group.some(({ own }) => own.sourceId === sourceId);
}

function ofSource(group: Group, sourceId: number): readonly Candidate[] {
  return group.filter(({ own }) => own.sourceId === sourceId);
}

function join(joined: Map<Group, Set<Group>>, one: Group, other: Group): void {
  const all = new Set([...(joined.get(one) ?? [one]), ...(joined.get(other) ?? [other])]);
  for (const group of all) joined.set(group, all);
}

/**
 * Pairs the groups that only one of two sources contains by their loose names, if both have the same number of results per name. Returns none unless
 * 80 % of the smaller source's tests have a partner in the other one.
 */
function similarGroups(
  ofA: readonly Group[],
  ofB: readonly Group[],
  a: RunSource,
  b: RunSource,
): (readonly [Group, Group])[] {
  const [one, other] = [byLooseName(ofA, b.id), byLooseName(ofB, a.id)];
  const pairs: (readonly [Group, Group])[] = [];
  for (const [name, groups] of one) {
    const partners = other.get(name) ?? [];
    if (groups.length === partners.length)
      for (const [index, group] of groups.entries()) pairs.push([group, partners[index] as Group]);
  }
  const shared = ofA.filter((group) => holds(group, b.id)).length;
  return (pairs.length + shared) * 5 >= Math.min(ofA.length, ofB.length) * 4 ? pairs : [];
}

/** Groups by loose name, in a stable order, without those that the other source contains. */
function byLooseName(groups: readonly Group[], otherId: number): Map<string, Group[]> {
  const own = groups.filter((group) => !holds(group, otherId));
  const named = Map.groupBy(own, ([first]) => looseName((first as Candidate).row.titlePath));
  return new Map([...named].map(([name, list]) => [name, list.toSorted(byOutcome)]));
}

function byOutcome([a]: Group, [b]: Group): number {
  return (
    Number(a?.own.status === "passed") - Number(b?.own.status === "passed") ||
    (a?.own.durationMs ?? 0) - (b?.own.durationMs ?? 0)
  );
}
