import type { OwnResult } from "@plumb/analysis/executions/arrange-results.ts";
import { ownVariant } from "@plumb/analysis/executions/place.ts";
import { looseName } from "@plumb/analysis/executions/loose-name.ts";
import { countShared, type Relation, relateSources } from "@plumb/analysis/executions/relate-sources.ts";
import type { SharedTests } from "@plumb/analysis/executions/source.ts";
import type { RunSource } from "#store/ingest/arrange/run-sources.ts";
import { executionOf, ownResult, type StoredResult } from "#store/ingest/arrange/shared-results.ts";

/** A result as stored and as reported by its own upload. */
export interface Candidate {
  readonly row: StoredResult;
  readonly own: OwnResult;
  /** Variant without the place name that an earlier arrangement added. */
  readonly variant: string;
}

/** Results of the same test, from one or more sources. */
export type Group = readonly Candidate[];

/** Relations between sources, by pair. */
export class Pairs {
  readonly #shared = new Map<string, SharedTests>();
  readonly #relations = new Map<string, Relation>();
  readonly #sources: ReadonlyMap<number, RunSource>;

  constructor(sources: readonly RunSource[]) {
    this.#sources = new Map(sources.map((source) => [source.id, source]));
  }

  /** Counts a test that both sources contain. */
  count(one: Candidate, other: Candidate): void {
    const [a, b] = one.own.sourceId < other.own.sourceId ? [one, other] : [other, one];
    const key = `${a.own.sourceId} ${b.own.sourceId}`;
    const shared = this.#shared.get(key) ?? { both: 0, failed: [0, 0], agreeing: 0 };
    this.#shared.set(key, shared);
    const hasOtherFormat = this.#source(a.own.sourceId).format !== this.#source(b.own.sourceId).format;
    countShared(shared, executionOf(a.row, a.own), executionOf(b.row, b.own), hasOtherFormat);
  }

  shared(a: number, b: number): SharedTests | undefined {
    return this.#shared.get(a < b ? `${a} ${b}` : `${b} ${a}`);
  }

  relation(a: number, b: number): Relation {
    const [first, second] = a < b ? [a, b] : [b, a];
    const key = `${first} ${second}`;
    const known = this.#relations.get(key);
    if (known !== undefined) return known;
    const shared = this.#shared.get(key) ?? { both: 0, failed: [0, 0], agreeing: 0 };
    const relation = relateSources(this.#source(first), this.#source(second), shared);
    this.#relations.set(key, relation);
    return relation;
  }

  /** Returns the pairs of sources that have tests in common, with their relation. */
  all(): { readonly a: RunSource; readonly b: RunSource; readonly shared: SharedTests; readonly relation: Relation }[] {
    return [...this.#shared].map(([key, shared]) => {
      const [a = 0, b = 0] = key.split(" ").map(Number);
      return { a: this.#source(a), b: this.#source(b), shared, relation: this.relation(a, b) };
    });
  }

  #source(id: number): RunSource {
    const source = this.#sources.get(id);
    if (source === undefined) throw new Error(`Upload ${id} is not one of the run.`);
    return source;
  }
}

export function candidatesOf(rows: readonly StoredResult[], sources: readonly RunSource[]): Candidate[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return rows.flatMap((row): Candidate[] => {
    const source = byId.get(row.uploadId);
    if (source === undefined) return [];
    return [{ row, own: ownResult(row, source.format, source.kind), variant: ownVariant(row.variant, source.variant) }];
  });
}

/** Groups results by the test name in their report. */
export function groupsOf(candidates: readonly Candidate[]): Group[] {
  const named = Map.groupBy(candidates, ({ row: { file, titlePath }, variant }) =>
    JSON.stringify([file, titlePath, variant]),
  );
  return [...named.values()];
}

/** Counts the shared tests of each pair of sources. */
export function countPairs(pairs: Pairs, groups: readonly Group[]): void {
  for (const group of groups) {
    const bySource = Map.groupBy(group, ({ own }) => own.sourceId);
    if (bySource.size < 2) continue;
    const sources = [...bySource.values()];
    for (const [index, own] of sources.entries()) {
      for (const others of sources.slice(index + 1)) {
        // Repeats of a test are compared in order, up to the shorter list.
        for (const [at, one] of own.entries()) {
          const other = others[at];
          if (other !== undefined) pairs.count(one, other);
        }
      }
    }
  }
}

/**
 * Returns groups of tests that two formats name differently. Two sources of different formats without a common test belong together if their
 * executions match under similar names.
 */
export function looseGroups(pairs: Pairs, groups: readonly Group[], sources: readonly RunSource[]): Group[] {
  const bySource = Map.groupBy(
    groups.filter((group) => group.every(({ own }) => own.sourceId === group[0]?.own.sourceId)),
    ([first]) => (first as Candidate).own.sourceId,
  );
  const found: Group[] = [];
  for (const [index, a] of sources.entries()) {
    for (const b of sources.slice(index + 1)) {
      if (a.format === b.format || pairs.shared(a.id, b.id) !== undefined) continue;
      const matches = matchesOf(bySource.get(a.id) ?? [], bySource.get(b.id) ?? []);
      if (matches.length === 0) continue;
      const trial = new Pairs([a, b]);
      for (const [one, other] of matches) trial.count(one, other);
      if (trial.relation(a.id, b.id).kind !== "same") continue;
      for (const match of matches) {
        pairs.count(...match);
        found.push(match);
      }
    }
  }
  return found;
}

/** Pairs tests of two sources whose loose name is unique in both. Returns none unless 80 % of the tests of the smaller source have a partner. */
function matchesOf(one: readonly Group[], other: readonly Group[]): (readonly [Candidate, Candidate])[] {
  const partners = uniqueNames(other);
  const matches: (readonly [Candidate, Candidate])[] = [];
  for (const [name, candidate] of uniqueNames(one)) {
    const partner = partners.get(name);
    if (partner !== undefined) matches.push([candidate, partner]);
  }
  return matches.length * 5 >= Math.min(one.length, other.length) * 4 ? matches : [];
}

function uniqueNames(groups: readonly Group[]): Map<string, Candidate> {
  const named = Map.groupBy(
    groups.flatMap((group) => (group.length === 1 ? group : [])),
    ({ row }) => looseName(row.titlePath),
  );
  return new Map([...named].flatMap(([name, own]) => (own.length === 1 ? [[name, own[0] as Candidate] as const] : [])));
}
