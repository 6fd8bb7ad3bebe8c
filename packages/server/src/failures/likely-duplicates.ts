import { likelihood, nearMisses, type NearMiss } from "@plumb/analysis/grouping/near-misses.ts";
import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import { type FailureSelection, type SelectedFailures } from "#read-models/failures/failure-selection.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { type CountedGroup, groupsOf } from "#read-models/failures/group-lists.ts";
import { type GroupSpread, spreadOf } from "#read-models/failures/group-spread.ts";
import {
  separatedGroups,
  type FingerprintedGroup,
  fingerprintedGroups,
} from "#store/failures/groups/likely-duplicates.ts";

/** This covers most failures; comparing more causes would take too long for a button. */
const maxCauses = 2000;
/** Maximum number of pairs whose failures are compared by place and time: four times as many as are shown. */
const maxSpread = 200;
const visibleProposals = 50;

/** A cause in a proposal, and where it failed. */
export interface ProposedCause extends FingerprintedGroup, GroupSpread {
  readonly failures: number;
}

/** Two causes that are probably the same. A merge keeps the first one. */
export interface Proposal {
  readonly causes: readonly [ProposedCause, ProposedCause];
  readonly by: NearMiss["by"];
  readonly likelihood: number;
}

export interface Proposals {
  /** The most likely proposals first, fifty at most. */
  readonly shown: readonly Proposal[];
  readonly total: number;
  /** Number of causes that were not compared with all similar ones. */
  readonly notCompared: number;
}

interface Pair {
  readonly miss: NearMiss;
  readonly one: FingerprintedGroup;
  readonly other: FingerprintedGroup;
  /** Maximum possible likelihood, reached if both always fail together. */
  readonly max: number;
}

/** Returns causes of a period that may be the same. Omits causes that users pinned, separated or classified differently. */
export async function likelyDuplicates(index: FailureIndex, selection: FailureSelection): Promise<Proposals> {
  const { projectId } = selection;
  const selected = await selectFailures(index, selection);
  const counted = groupsOf(selected, new Map(), { sortBy: "occurrences", state: undefined });
  const byFailures = counted.toSorted((a, b) => b.occurrences - a.occurrences || a.id - b.id).slice(0, maxCauses);
  const groups = await fingerprintedGroups(
    index.db,
    projectId,
    byFailures.map(({ id }) => id),
  );
  const { found, crowded } = nearMisses(groups);
  const separated = together(await separatedGroups(index.db, projectId));
  const pairs = found
    .flatMap((miss): Pair[] => {
      const [one, other] = [groups[miss.first] as FingerprintedGroup, groups[miss.second] as FingerprintedGroup];
      const max = likelihood(miss, { tests: 1, runs: 1 });
      if (max === null || !mayBeOne(one, other) || separated.has(keyOf(one.id, other.id))) return [];
      return [{ miss, one, other, max }];
    })
    .toSorted((a, b) => b.max - a.max || a.one.id - b.one.id || a.other.id - b.other.id);
  const all = proposals(pairs.slice(0, maxSpread), selected, counted);
  return {
    shown: all.slice(0, visibleProposals),
    total: all.length,
    notCompared: counted.length - byFailures.length + crowded,
  };
}

function proposals(
  pairs: readonly Pair[],
  selected: SelectedFailures,
  counted: readonly CountedGroup[],
): readonly Proposal[] {
  const requested = new Set(pairs.flatMap(({ one, other }) => [one.id, other.id]));
  const groups = counted.filter(({ id }) => requested.has(id));
  const spreads = spreadOf(selected, groups);
  const failures = new Map(groups.map(({ id, occurrences }) => [id, occurrences]));
  const proposed = (group: FingerprintedGroup): ProposedCause => ({
    ...group,
    ...(spreads.get(group.id) ?? { tests: new Set(), runs: new Set() }),
    failures: failures.get(group.id) ?? 0,
  });
  return pairs
    .flatMap(({ miss, ...pair }): Proposal[] => {
      const [one, other] = [proposed(pair.one), proposed(pair.other)];
      const share = likelihood(miss, {
        tests: shareOfFewer(one.tests, other.tests),
        runs: shareOfFewer(one.runs, other.runs),
      });
      if (share === null) return [];
      return [{ causes: staysFirst(one, other) ? [one, other] : [other, one], by: miss.by, likelihood: share }];
    })
    .toSorted((a, b) => b.likelihood - a.likelihood || b.causes[0].failures - a.causes[0].failures);
}

/** Returns whether a merge should keep `one`: the cause that a user decided about, otherwise the one with more failures. */
function staysFirst(one: ProposedCause, other: ProposedCause): boolean {
  const byPerson = Number(one.decidedBy === "person") - Number(other.decidedBy === "person");
  return (byPerson || one.failures - other.failures || other.id - one.id) > 0;
}

/** Returns true unless two users decided differently or the classes are known and differ. */
function mayBeOne(one: FingerprintedGroup, other: FingerprintedGroup): boolean {
  if (one.decidedBy === "person" && other.decidedBy === "person")
    return one.class === other.class && one.subClass === other.subClass;
  return one.class === other.class || !isInformative(one) || !isInformative(other);
}

function isInformative({ class: name }: FingerprintedGroup): boolean {
  return name !== null && name !== "Unknown";
}

function shareOfFewer(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const fewer = Math.min(one.size, other.size);
  return fewer === 0 ? 0 : one.intersection(other).size / fewer;
}

function together(lists: readonly (readonly number[])[]): Set<string> {
  const pairs = new Set<string>();
  for (const ids of lists) for (const id of ids) for (const other of ids) pairs.add(keyOf(id, other));
  return pairs;
}

function keyOf(one: number, other: number): string {
  return `${Math.min(one, other)} ${Math.max(one, other)}`;
}
