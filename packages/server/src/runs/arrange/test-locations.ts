import { locationKey, locationNames } from "@plumb/analysis/executions/location.ts";
import { locationsOfSuite, storeLocations } from "#store/ingest/suite-locations.ts";
import type { Db } from "#store/db.ts";
import type { Pairs } from "./group-results.ts";
import type { RunKey } from "#store/runs/status-rows.ts";
import type { RunSource } from "./run-sources.ts";
import type { StoredResult } from "#store/ingest/stored-results.ts";
import { testKey } from "#store/tests/new-test.ts";
import { testIds } from "#store/tests/tests.ts";

/**
 * Returns place names for sources that share tests but ran in different places, and for sources whose place got a name in an earlier run of the
 * suite.
 *
 * @param pairs Pairs of sources that share tests, with their relation.
 */
export async function namedPositions(
  transaction: Db,
  run: RunKey,
  sources: readonly RunSource[],
  pairs: ReturnType<Pairs["all"]>,
): Promise<Map<number, string>> {
  const named = new Map<number, string>();
  const isOne = ({ relation: { kind } }: (typeof pairs)[number]) => kind === "same" || kind === "rerun";
  const isApart = ({ relation: { kind } }: (typeof pairs)[number]) => kind === "variant" || kind === "unclear";
  const units = connected(sources, pairs.filter(isOne));
  const unitOf = new Map(units.flatMap((unit) => unit.map(({ id }) => [id, unit] as const)));
  for (const group of connected(
    sources,
    pairs.filter((pair) => isOne(pair) || isApart(pair)),
  )) {
    if (!pairs.some((pair) => isApart(pair) && group.includes(pair.a))) continue;
    const unitsOfGroup = [...new Set(group.map((source) => unitOf.get(source.id) ?? [source]))];
    for (const [id, name] of locationNames(unitsOfGroup)) if (name !== "") named.set(id, name);
  }
  const keys = new Map(sources.map((source) => [source.id, locationKey(source)]));
  const known = [...keys.values()].filter((key) => key !== null);
  if (known.length === 0) return named;
  const earlier = await locationsOfSuite(transaction, run, known);
  for (const [id, key] of keys) {
    const name = key === null || named.has(id) ? undefined : earlier.get(key);
    if (name !== undefined) named.set(id, name);
  }
  const fresh = new Map<string, string>();
  for (const [id, key] of keys) {
    const name = named.get(id);
    if (key !== null && name !== undefined && earlier.get(key) !== name) fresh.set(key, name);
  }
  if (fresh.size > 0) await storeLocations(transaction, run, fresh);
  return named;
}

/** Groups the sources that are directly or indirectly connected by these pairs. */
function connected(
  sources: readonly RunSource[],
  pairs: readonly { readonly a: RunSource; readonly b: RunSource }[],
): RunSource[][] {
  const groupOf = new Map<number, Set<number>>();
  for (const { a, b } of pairs) {
    const merged = new Set([a.id, b.id, ...(groupOf.get(a.id) ?? []), ...(groupOf.get(b.id) ?? [])]);
    for (const id of merged) groupOf.set(id, merged);
  }
  return [...new Set(groupOf.values())].map((group) => sources.filter(({ id }) => group.has(id)));
}

/** Returns the test ids of results whose place was added to the name, by test key. Creates tests that do not exist yet. */
export async function testsByLocation(
  transaction: Db,
  { projectId, runId }: RunKey,
  moved: readonly { readonly row: StoredResult; readonly variant: string }[],
): Promise<Map<string, number>> {
  if (moved.length === 0) return new Map();
  const tests = moved.map(({ row: { file, titlePath, tags }, variant }) => {
    const test = { file, titlePath, variant };
    return { ...test, key: testKey(test), tags };
  });
  return testIds(transaction, projectId, new Map(tests.map(({ key }) => [key, runId])), tests);
}
