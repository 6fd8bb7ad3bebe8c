import { type EarlierRun, type Neighbours, runsToShrink } from "#store/runs/neighbours.ts";
import type { ReportedScope } from "#store/runs/status-rows.ts";

/** A run with less than this share of the latest full run's tests may be partial. */
const farFewer = 0.5;
/** Minimum number of missing tests in a partial run, because small suites change a lot from day to day. */
const fewestMissing = 5;

/**
 * Explains why a run is partial; returns `null` for a full run.
 *
 * - Senders decide first. Tests chosen for one run make it partial, and so does a filter, unless the latest full run had the same filter, or the
 * suite has never had a full run.
 * - Otherwise, a run with far fewer tests than the latest full run is partial, until the suite has had that size for five commits.
 *
 * @param ran Number of tests that ran; `null` while the run is running.
 */
export function whyPartial(
  sources: readonly (ReportedScope & { readonly shard: number | null })[],
  ran: number | null,
  { whole, partial }: Neighbours,
): string | null {
  const parts = reportedParts(sources);
  if (parts !== null) {
    const [first] = parts;
    if (parts.some(({ scope }) => scope === "part")) return reasonOf(parts.find(({ scope }) => scope === "part"));
    const filters = filtersOf(parts);
    const before = whole ?? partial[0] ?? null;
    if (before === null || filters.length === 0) return reasonOf(first);
    if (filters.join("\n") === before.filters.join("\n")) return null;
    // Machines that share the tests of a run each have their own filter.
    if (filters.length > 1 && ran !== null && whole !== null && ran >= whole.ran) return null;
    return reasonOf(first);
  }
  if (ran === null || whole === null || sources.some(({ scope }) => scope === "whole")) return null;
  if (ran >= whole.ran * farFewer || whole.ran - ran < fewestMissing || hasShrunk(ran, partial)) return null;
  return `Only ${ran.toLocaleString("en")} of about ${whole.ran.toLocaleString("en")} tests ran`;
}

/** Returns the sources of the first shard to which all senders sent only a selection; `null` if there is none. */
function reportedParts<TimedSource extends ReportedScope & { readonly shard: number | null }>(
  sources: readonly TimedSource[],
): TimedSource[] | null {
  const sharded = sources.filter(({ shard }) => shard !== null);
  // A source without a shard, next to sources with one, repeats some of their tests.
  const groups = Map.groupBy(sharded.length > 0 ? sharded : sources, ({ shard }) => shard);
  const parts = [...groups.values()].find((group) => group.every(isPart));
  return parts ?? null;
}

function isPart({ scope }: ReportedScope): boolean {
  return scope === "part" || scope === "filter";
}

function filtersOf(sources: readonly ReportedScope[]): string[] {
  const reasons = sources.flatMap(({ scopeReason }) => (scopeReason === null ? [] : [scopeReason]));
  return [...new Set(reasons)].toSorted();
}

function reasonOf(source: ReportedScope | undefined): string {
  return source?.scopeReason ?? "Marked as partial by its sender";
}

function hasShrunk(ran: number, partial: readonly EarlierRun[]): boolean {
  const last = partial.slice(0, runsToShrink);
  const commits = new Set(last.flatMap(({ commit }) => (commit === null ? [] : [commit])));
  const isSimilar = ({ ran: others }: EarlierRun) => Math.max(others, ran) <= 1.5 * Math.min(others, ran);
  return commits.size === runsToShrink && last.every(isSimilar);
}
