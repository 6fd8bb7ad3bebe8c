import type { BatchBuilder } from "#ingest/record/batch-builder.ts";
import type { Db } from "#store/db.ts";
import { recordLiveResults } from "#store/ingest/live-recording.ts";
import { type LiveTest, type NamedTest, nameOf, recordLiveTests, streamKey } from "#store/ingest/live-tests.ts";
import { isUndecided } from "@plumb/analysis/executions/match-results.ts";
import type { BatchTarget, NewResult } from "#store/ingest/batch.ts";
import { learnTags, testIds } from "#store/tests/tests.ts";

/** Results of a live source, with the keys of their tests. */
export interface CollectedResults {
  readonly target: BatchTarget;
  readonly results: readonly NewResult[];
  readonly details: Uint8Array | null;
  readonly keys: readonly string[];
}

/**
 * Collects results from one source in batches and closes full ones.
 *
 * @param known The run's known tests by `nameOf`.
 * @param keyOf Returns the key of a stream id.
 */
export function createCollected(
  target: BatchTarget,
  builder: BatchBuilder,
  known: ReadonlyMap<string, LiveTest>,
  keyOf: (id: string) => string = streamKey,
) {
  const collected: CollectedResults[] = [];
  const { sourceId } = target;
  const close = async () => {
    const { batch, streamIds } = await builder.close();
    if (batch.results.length === 0) return;
    const keys = streamIds.map(keyOf);
    const results = batch.results.map((result, index) => {
      const before = known.get(nameOf({ sourceId, key: keys[index] as string }));
      return { ...result, replaces: before?.resultId ?? null };
    });
    collected.push({ target, results, details: batch.details, keys });
  };
  return {
    results: collected as readonly CollectedResults[],
    close,
    async closeIfFull(): Promise<void> {
      if (builder.isFull()) await close();
    },
  };
}

/** Returns the test ids of these results by key, and creates new tests. Needs no lock. */
export async function identifyCollected(
  db: Db,
  projectId: number,
  collected: readonly CollectedResults[],
): Promise<ReadonlyMap<string, number>> {
  const runOf = new Map(collected.flatMap(({ target, results }) => results.map(({ key }) => [key, target.runId])));
  if (runOf.size === 0) return new Map();
  const tests = collected.flatMap(({ results }) => results);
  return testIds(db, projectId, runOf, tests);
}

/** A test whose result was written. */
export interface WrittenTest extends NamedTest, LiveTest {
  readonly runId: number;
  /** True if it failed or passed only on retry. */
  readonly failed: boolean;
}

/**
 * Writes results and stores which stream test each belongs to.
 *
 * @param totals Numbers of tests in the locked runs.
 */
export async function writeCollected(
  transaction: Db,
  projectId: number,
  totals: ReadonlyMap<number, number>,
  collected: readonly CollectedResults[],
  ids: ReadonlyMap<string, number>,
): Promise<WrittenTest[]> {
  const rows = await recordLiveResults(transaction, projectId, totals, collected, ids);
  const written = collected.flatMap(({ target, results, keys }, at) =>
    results.map(({ status, flaky }, index) => ({
      runId: target.runId,
      sourceId: target.sourceId,
      key: keys[index] as string,
      resultId: rows[at]?.[index] as number,
      decided: !isUndecided(status),
      failed: flaky || status === "failed" || status === "error",
    })),
  );
  for (const { target, results } of collected) {
    const tagged = results.filter(({ status, tags }) => tags.length > 0 && !isUndecided(status));
    const learned = tagged.map(({ key, tags }) => ({ id: ids.get(key) as number, tags }));
    await learnTags(transaction, target, learned);
  }
  // A test occurs twice if its batch was closed in between; the later entry wins.
  await recordLiveTests(transaction, projectId, [...new Map(written.map((test) => [nameOf(test), test])).values()]);
  return written;
}
