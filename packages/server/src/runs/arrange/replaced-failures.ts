import { lastBazelAttempt } from "@plumb/analysis/executions/attempt-path.ts";
import { ranElsewhere } from "@plumb/analysis/executions/location.ts";
import { ranNoPassedTest } from "@plumb/analysis/executions/repeated-sources.ts";
import { declaredRepeat, mayRepeat } from "@plumb/analysis/executions/repeats.ts";
import type { Db } from "#store/db.ts";
import { standingFailures, supersedeFailures } from "#store/ingest/arranged-results.ts";
import type { RunKey } from "#store/runs/status-rows.ts";
import type { Pairs } from "./group-results.ts";
import type { RunSource } from "./run-sources.ts";

/**
 * Supersedes failures that represent a file or class that could not run, if a later source ran the tests in it: pytest and Surefire report such a
 * failure as a test with the name of the file. Also supersedes tests that only exist in a repeated Bazel attempt.
 *
 * @returns True if there were any.
 */
export async function replaceFailures(
  transaction: Db,
  run: RunKey,
  sources: readonly RunSource[],
  pairs: Pairs,
): Promise<boolean> {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const replaced = (await standingFailures(transaction, run)).flatMap(({ id, sourceId, holders }) => {
    const own = byId.get(sourceId);
    if (own === undefined) return [];
    const later = sources.findLast(
      (other) =>
        other.path === lastBazelAttempt(own.path) || (holders.includes(other.id) && repeats(own, other, pairs)),
    );
    return later === undefined ? [] : [{ id, by: later.id }];
  });
  if (replaced.length === 0) return false;
  await supersedeFailures(transaction, run, replaced);
  return true;
}

function repeats(own: RunSource, other: RunSource, pairs: Pairs): boolean {
  if (ranElsewhere(own, other)) return false;
  if (declaredRepeat(own, other)?.later === other.id) return true;
  return mayRepeat(own, other) && ranNoPassedTest(pairs.shared(own.id, other.id));
}
