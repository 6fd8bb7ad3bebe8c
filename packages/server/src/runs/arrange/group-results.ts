import { inOrder, type OwnResult } from "@plumb/analysis/executions/arrange-results.ts";
import { ownVariant } from "@plumb/analysis/executions/location.ts";
import { countShared, type Relation, relateSources } from "@plumb/analysis/executions/relate-sources.ts";
import { type SourceResult, retriesOfFailures } from "@plumb/analysis/executions/repeats.ts";
import type { SharedTests } from "@plumb/analysis/executions/source.ts";
import type { RunSource } from "./run-sources.ts";
import { executionOf, ownResult } from "./own-results.ts";
import type { StoredResult } from "#store/ingest/stored-results.ts";

/** A result as stored and as reported by its own source. */
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
  #retries: ReadonlySet<number> = new Set();

  constructor(sources: readonly RunSource[]) {
    this.#sources = new Map(sources.map((source) => [source.id, source]));
  }

  /** Counts a test that both sources contain. */
  count(one: Candidate, other: Candidate): void {
    const [a, b] = one.own.sourceId < other.own.sourceId ? [one, other] : [other, one];
    const key = `${a.own.sourceId} ${b.own.sourceId}`;
    const shared = this.#shared.get(key) ?? { both: 0, failed: [0, 0], agreeing: 0 };
    this.#shared.set(key, shared);
    this.#relations.delete(key);
    const hasOtherFormat = this.#source(a.own.sourceId).format !== this.#source(b.own.sourceId).format;
    countShared(shared, executionOf(a.row, a.own), executionOf(b.row, b.own), hasOtherFormat);
  }

  /** Finds the sources that repeat only failures. Needs all results of tests that several sources contain. */
  findRetries(groups: readonly Group[]): void {
    const results = groups.map((group) =>
      group.map(({ row, own }): SourceResult => ({ ...executionOf(row, own), sourceId: own.sourceId })),
    );
    this.#retries = retriesOfFailures([...this.#sources.values()], results);
    this.#relations.clear();
  }

  /** Returns the counts of tests that two sources share, `a` first. */
  shared(a: number, b: number): SharedTests | undefined {
    if (a < b) return this.#shared.get(`${a} ${b}`);
    const found = this.#shared.get(`${b} ${a}`);
    return found === undefined ? undefined : { ...found, failed: [found.failed[1], found.failed[0]] };
  }

  relation(a: number, b: number): Relation {
    const [first, second] = a < b ? [a, b] : [b, a];
    const key = `${first} ${second}`;
    const known = this.#relations.get(key);
    if (known !== undefined) return known;
    const shared = this.#shared.get(key) ?? { both: 0, failed: [0, 0], agreeing: 0 };
    const relation = relateSources(this.#source(first), this.#source(second), shared, this.#retries);
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
    if (source === undefined) throw new Error(`Source ${id} is not one of the run.`);
    return source;
  }
}

export function candidatesOf(rows: readonly StoredResult[], sources: readonly RunSource[]): Candidate[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return rows.flatMap((row): Candidate[] => {
    const source = byId.get(row.sourceId);
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

/** Counts the tests that each pair of sources shares. */
export function countPairs(pairs: Pairs, groups: readonly Group[]): void {
  for (const group of groups) {
    const bySource = Map.groupBy(group, ({ own }) => own.sourceId);
    if (bySource.size < 2) continue;
    const sources = [...bySource.values()].map(sorted);
    for (const [index, own] of sources.entries())
      for (const others of sources.slice(index + 1)) for (const match of matched(own, others)) pairs.count(...match);
  }
}

type Match = readonly [Candidate, Candidate];

/** Pairs results with the same name from two sources, up to the shorter list. */
function matched(own: readonly Candidate[], others: readonly Candidate[]): Match[] {
  return own.flatMap((one, index): Match[] => {
    const other = others[index];
    return other === undefined ? [] : [[one, other]];
  });
}

/** Sorts results with the same name by outcome and duration, because two reports may list them in different orders. */
function sorted(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const byOwn = new Map(candidates.map((candidate) => [candidate.own, candidate]));
  return inOrder(candidates.map(({ own }) => own)).map((own) => byOwn.get(own) as Candidate);
}
