import { hasFailed, isCarriedOver, ran } from "./source.ts";
import type { Relation } from "./relate-sources.ts";

/** A result of a test as its source reported it, independent of other sources. */
export interface OwnResult {
  readonly id: number;
  readonly sourceId: number;
  /** Position among the results of the same test in the source. */
  readonly occurrence: number;
  readonly status: "passed" | "failed" | "skipped" | "error";
  readonly firstStatus: "passed" | "failed" | "skipped" | "error";
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
  /** The source's level of detail. If two reports describe the same execution, the more detailed one is kept. */
  readonly detail: number;
}

/** Position of a result among the results of its test in the run. */
export interface ArrangedResult {
  readonly id: number;
  /**
   * Results with the same number are attempts of the same test. Below 1, the result does not count, because another source has the same
   * result or ran the test.
   */
  readonly occurrence: number;
  /** Position among the attempts, from 0. */
  readonly generation: number;
  /** The result that replaces this one; `null` if it counts. */
  readonly supersededBy: number | null;
  readonly firstStatus: OwnResult["firstStatus"];
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
}

/** Results that are attempts or copies of each other, in the order of their execution. */
type Chain = OwnResult[];

/**
 * Arranges the results of a test in a run: which are attempts of each other, which are duplicates, and which are
 * independent. The order of the input does not matter.
 *
 * @param orderedSources Source ids in execution order.
 * @param relationOf Returns how two of these sources relate.
 */
export function arrangeResults(
  results: readonly OwnResult[],
  orderedSources: readonly number[],
  relationOf: (a: number, b: number) => Relation,
): ArrangedResult[] {
  const bySource = Map.groupBy(results, ({ sourceId }) => sourceId);
  const chains: Chain[] = [];
  for (const sourceId of orderedSources) {
    const own = (bySource.get(sourceId) ?? []).toSorted((a, b) => a.occurrence - b.occurrence);
    addSource(chains, own, relationOf);
  }
  let setAside = 0;
  return chains.flatMap((chain, index) => {
    const arranged = arrangeChain(chain, index + 1, relationOf);
    return arranged.map((result) => (result.occurrence < 1 ? { ...result, occurrence: 0 - setAside++ } : result));
  });
}

/** Adds each result of a source to the chain that it continues, or to a new chain. */
function addSource(chains: Chain[], own: readonly OwnResult[], relationOf: (a: number, b: number) => Relation): void {
  const [first] = own;
  if (first === undefined) return;
  const open = chains.filter((chain) => continues(first, chain, relationOf));
  const isCopy = open.some((chain) =>
    chain.some(({ sourceId }) => relationOf(sourceId, first.sourceId).kind === "same"),
  );
  // A re-run of failed tests has fewer results than the first run, so failed chains come first.
  const ordered = isCopy ? inOrderOfResults(open) : own.length < open.length ? failedFirst(open) : open;
  for (const [index, result] of (isCopy ? inOrder(own) : own).entries()) {
    const chain = ordered[index];
    if (chain === undefined) chains.push([result]);
    else chain.push(result);
  }
}

/** Sorts results of one name by outcome and duration, because two reports of the same executions may list them in different orders. */
export function inOrder<Result extends Pick<OwnResult, "status" | "durationMs">>(results: readonly Result[]): Result[] {
  return results.length < 2 ? [...results] : results.toSorted(byOutcome);
}

function inOrderOfResults(chains: readonly Chain[]): Chain[] {
  return chains.toSorted((a, b) => byOutcome(lastOf(a), lastOf(b)));
}

function byOutcome(a: Pick<OwnResult, "status" | "durationMs">, b: Pick<OwnResult, "status" | "durationMs">): number {
  return (
    Number(hasFailed(b)) - Number(hasFailed(a)) ||
    Number(ran(b)) - Number(ran(a)) ||
    (a.durationMs ?? 0) - (b.durationMs ?? 0)
  );
}

function failedFirst(chains: readonly Chain[]): Chain[] {
  return chains.toSorted((a, b) => Number(hasFailed(lastOf(b))) - Number(hasFailed(lastOf(a))));
}

/** Returns the last result that ran, or the last one if none ran. */
function lastOf(chain: Chain): OwnResult {
  return chain.findLast(ran) ?? (chain.at(-1) as OwnResult);
}

/** True if the result is an attempt or a copy of a result in the chain and not separate from any of them. */
function continues(result: OwnResult, chain: Chain, relationOf: (a: number, b: number) => Relation): boolean {
  const kinds = chain.map((other) => kindOf(result, other, relationOf));
  return kinds.every((kind) => kind !== "apart") && kinds.includes("attempt");
}

function kindOf(a: OwnResult, b: OwnResult, relationOf: (a: number, b: number) => Relation): "attempt" | "apart" {
  const { kind } = relationOf(a.sourceId, b.sourceId);
  if (kind === "same" || kind === "rerun") return "attempt";
  // A skipped result and a result of another part belong together, because only one part ran the test.
  const isLeftOut = !ran(a) || !ran(b);
  return isLeftOut && kind !== "variant" ? "attempt" : "apart";
}

function arrangeChain(
  chain: Chain,
  occurrence: number,
  relationOf: (a: number, b: number) => Relation,
): ArrangedResult[] {
  const executed = chain.filter(ran);
  // If no source ran the test, only the last result counts.
  const candidates = executed.length > 0 ? executed : chain.slice(-1);
  const attempts = withoutCopies(candidates, relationOf);
  const standing = attempts.map(({ kept }) => kept);
  const last = standing.at(-1) as OwnResult;
  const arranged = continued(standing, occurrence);
  const copies = attempts.flatMap(({ kept, copies }) => copies.map((copy) => aside(copy, kept.id)));
  const leftOut = chain.filter((result) => !candidates.includes(result)).map((result) => aside(result, last.id));
  return [...arranged, ...copies, ...leftOut];
}

interface AttemptWithCopies {
  kept: OwnResult;
  readonly copies: OwnResult[];
}

/** Keeps the most detailed report of each execution. */
function withoutCopies(
  results: readonly OwnResult[],
  relationOf: (a: number, b: number) => Relation,
): AttemptWithCopies[] {
  const attempts: AttemptWithCopies[] = [];
  for (const result of results) {
    const twin = attempts.find(({ kept }) => isCopyOf(result, kept, relationOf));
    if (twin === undefined) attempts.push({ kept: result, copies: [] });
    else if (hasMoreDetail(result, twin.kept)) {
      twin.copies.push(twin.kept);
      twin.kept = result;
    } else twin.copies.push(result);
  }
  return attempts;
}

function isCopyOf(result: OwnResult, retained: OwnResult, relationOf: (a: number, b: number) => Relation): boolean {
  if (retained.sourceId === result.sourceId) return false;
  return relationOf(retained.sourceId, result.sourceId).kind === "same" || isCarriedOver(retained, result);
}

function hasMoreDetail(a: OwnResult, b: OwnResult): boolean {
  return a.detail === b.detail ? a.retries > b.retries : a.detail > b.detail;
}

function aside({ id, firstStatus, flaky, retries, durationMs }: OwnResult, supersededBy: number): ArrangedResult {
  return { id, occurrence: 0, generation: 0, supersededBy, firstStatus, flaky, retries, durationMs };
}

/** Adds the retries, durations and failures of earlier attempts to each attempt. */
function continued(attempts: readonly OwnResult[], occurrence: number): ArrangedResult[] {
  const [first] = attempts;
  let retries = -1;
  let durationMs: number | null = null;
  let hadFailed = false;
  return attempts.map((result, generation) => {
    retries += 1 + result.retries;
    if (result.durationMs !== null) durationMs = (durationMs ?? 0) + result.durationMs;
    const flaky = result.status === "passed" && (result.flaky || hadFailed);
    hadFailed ||= hasFailed(result) || result.flaky;
    const next = attempts[generation + 1];
    return {
      id: result.id,
      occurrence,
      generation,
      supersededBy: next?.id ?? null,
      firstStatus: (first as OwnResult).firstStatus,
      flaky,
      retries,
      durationMs,
    };
  });
}
