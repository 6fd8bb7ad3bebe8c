import { arrangeResults } from "@plumb/analysis/executions/arrange-results.ts";
import { placedVariant } from "@plumb/analysis/executions/location.ts";
import { orderSources } from "@plumb/analysis/executions/order-sources.ts";
import { repeatedSources } from "@plumb/analysis/executions/repeated-sources.ts";
import type { Db } from "#store/db.ts";
import { effectsOf } from "./effects.ts";
import { writeEffects, hasFailures, writeArranged } from "#store/ingest/arranged-results.ts";
import { type Candidate, candidatesOf, countPairs, type Group, groupsOf, Pairs } from "./group-results.ts";
import { namedPositions, testsByLocation } from "./test-locations.ts";
import { problemsOf } from "./problems.ts";
import { writeProblems } from "#store/ingest/problems.ts";
import { breakages, type RunSource, runSources } from "./run-sources.ts";
import { ciUrlOf, ranTests, sourcesHolding } from "#store/ingest/run-sources.ts";
import type { RunKey } from "#store/runs/status-rows.ts";
import { allResults, repeatedResults } from "#store/ingest/stored-results.ts";
import { replaceFailures } from "./replaced-failures.ts";
import { mergeSimilar } from "./similar-names.ts";
import { arrangedRow, type Change, isChange } from "./changes.ts";
import { testKey } from "#store/tests/new-test.ts";

/**
 * Arranges the results of a run after all its sources were received. Determines which results are attempts of the same test, duplicates, or
 * executions in another place, and which source repeats a broken one. It uses the data that each source reported, so the outcome does not depend on
 * the order of arrival. Rules: decision 22.
 *
 * @returns True if results may have moved, so that the run must be counted again.
 */
export async function arrangeRun(transaction: Db, run: RunKey): Promise<boolean> {
  const stored = await runSources(transaction, run);
  if (stored.length < 2) return false;
  // If no test is in several sources, as with shards, results only have to be read after a failure.
  const isShared = needsArranging(stored);
  if (!isShared && !(await hasFailures(transaction, run))) return false;
  const sources = orderSources(await withExecutions(transaction, run, stored));
  const pairs = new Pairs(sources);
  if (isShared) await arrangeShared(transaction, run, sources, pairs);
  return (await replaceFailures(transaction, run, sources, pairs)) || isShared;
}

async function arrangeShared(transaction: Db, run: RunKey, sources: readonly RunSource[], pairs: Pairs): Promise<void> {
  const hasFormats = new Set(sources.map(({ format }) => format)).size > 1;
  const isPlaced = sources.some(({ variant }) => variant !== "");
  const rows = await (hasFormats || isPlaced ? allResults : repeatedResults)(transaction, run);
  let groups = groupsOf(candidatesOf(rows, sources));
  countPairs(pairs, groups);
  const similar = hasFormats ? mergeSimilar(pairs, groups, sources) : { merged: [], others: groups };
  pairs.findRetries([...similar.merged, ...similar.others]);
  const locations = await namedPositions(transaction, run, sources, pairs.all());
  if (locations.size > 0 && !hasFormats && !isPlaced)
    groups = groupsOf(candidatesOf(await allResults(transaction, run), sources));
  const changes = await changesOf(transaction, run, {
    groups,
    loose: similar.merged,
    sources,
    pairs,
    places: locations,
  });
  const repeated = await brokenRepeats(transaction, run, sources, pairs);
  await writeArranged(transaction, run, changes.filter(isChange).map(arrangedRow));
  await writeEffects(transaction, run, effectsOf({ sources, changes, places: locations, repeated }));
  await writeProblems(
    transaction,
    run,
    "arrangement",
    problemsOf({ pairs, places: locations, ciUrl: await ciUrlOf(transaction, run) }),
  );
}

/** Returns true if several sources may share a test, a broken file or a place name. */
function needsArranging(sources: readonly RunSource[]): boolean {
  return (
    sources.some(
      ({ sharesTests, variant, broken, place }) => sharesTests || variant !== "" || broken || place !== null,
    ) || new Set(sources.map(({ format }) => format)).size > 1
  );
}

/** Adds the number of tests that ran and their time span, for reports that do not contain them. */
async function withExecutions(transaction: Db, run: RunKey, sources: readonly RunSource[]): Promise<RunSource[]> {
  const known = await ranTests(transaction, run);
  return sources.map((source) => {
    const { ran = 0, passed = 0, startedAt = null, endedAt = null } = known.get(source.id) ?? {};
    const counted = { ...source, ranTests: ran, passedTests: passed };
    if (source.startedAt !== null || startedAt === null) return counted;
    return { ...counted, startedAt, durationMs: endedAt === null ? null : endedAt - startedAt };
  });
}

interface Arranging {
  readonly groups: readonly Group[];
  readonly loose: readonly Group[];
  readonly sources: readonly RunSource[];
  readonly pairs: Pairs;
  readonly places: ReadonlyMap<number, string>;
}

async function changesOf(transaction: Db, run: RunKey, arranging: Arranging): Promise<Change[]> {
  const { groups, loose, sources, pairs, places } = arranging;
  const order = sources.map(({ id }) => id);
  const isLoose = new Set(loose.flat().map(({ row }) => row.id));
  const placed = groups.flatMap((group) => [
    ...Map.groupBy(
      group.filter(({ row }) => !isLoose.has(row.id)),
      ({ own }) => places.get(own.sourceId) ?? "",
    ).values(),
  ]);
  const variantOf = ({ own, variant }: Candidate) => placedVariant(variant, places.get(own.sourceId) ?? "");
  const moved = [...placed, ...loose]
    .flat()
    .flatMap((candidate) =>
      candidate.row.variant === variantOf(candidate) ? [] : [{ row: candidate.row, variant: variantOf(candidate) }],
    );
  const ids = await testsByLocation(transaction, run, moved);
  const testIdOf = (candidate: Candidate) => {
    const { file, titlePath } = candidate.row;
    return ids.get(testKey({ file, titlePath, variant: variantOf(candidate) })) ?? candidate.row.testId;
  };
  return [...placed, ...loose].flatMap((group) => {
    const sourceOf = new Map(group.map(({ row }) => [row.id, row.sourceId]));
    const arranged = new Map(
      arrangeResults(
        group.map(({ own }) => own),
        order,
        (a, b) => pairs.relation(a, b),
      ).map((result) => [result.id, result]),
    );
    return group.flatMap((candidate): Change[] => {
      const result = arranged.get(candidate.row.id);
      if (result === undefined) return [];
      const supersededBy = result.supersededBy === null ? null : (sourceOf.get(result.supersededBy) ?? null);
      return [{ row: candidate.row, testId: testIdOf(candidate), arranged: result, supersededBy }];
    });
  });
}

/** Returns the broken sources that a later source repeats. */
async function brokenRepeats(
  transaction: Db,
  run: RunKey,
  sources: readonly RunSource[],
  pairs: Pairs,
): Promise<Map<number, number>> {
  if (!sources.some(({ broken }) => broken)) return new Map();
  const broken = await breakages(transaction, run);
  const subjects = [...new Set([...broken.values()].flatMap((breakage) => breakage.subjects ?? []))];
  const holding = await sourcesHolding(transaction, run, subjects);
  return repeatedSources(sources, {
    breakageOf: (id) => broken.get(id) ?? { subjects: null },
    shared: (a, b) => pairs.shared(a, b),
    relation: (a, b) => pairs.relation(a, b),
    holds: (id, subject) => holding.has(`${id} ${subject}`),
  });
}
