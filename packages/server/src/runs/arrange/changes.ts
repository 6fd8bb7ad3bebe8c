import type { ArrangedResult } from "@plumb/analysis/executions/arrange-results.ts";
import type { ArrangedRow } from "#store/ingest/arranged-results.ts";
import type { StoredResult } from "#store/ingest/stored-results.ts";
import { spansOf } from "./own-results.ts";

/** A stored result with its new position. */
export interface Change {
  readonly row: StoredResult;
  readonly testId: number;
  readonly arranged: Omit<ArrangedResult, "id" | "supersededBy">;
  /** The source whose result replaces this one. */
  readonly supersededBy: number | null;
}

export function isChange({ row, testId, arranged, supersededBy }: Change): boolean {
  return (
    row.testId !== testId ||
    row.occurrence !== arranged.occurrence ||
    row.generation !== arranged.generation ||
    row.supersededBy !== supersededBy ||
    row.firstStatus !== firstStatusOf(row, arranged) ||
    row.flaky !== arranged.flaky ||
    row.retries !== arranged.retries ||
    rounded(row.durationMs) !== rounded(arranged.durationMs)
  );
}

/** Rounds to the precision of the column. */
function rounded(durationMs: number | null): number | null {
  return durationMs === null ? null : Math.fround(durationMs);
}

/** Keeps the stored status of a first attempt, which may not have ended yet. */
function firstStatusOf(
  row: StoredResult,
  { firstStatus, generation }: Change["arranged"],
): StoredResult["firstStatus"] {
  return generation === 0 ? (row.generation === 0 ? row.firstStatus : firstStatus) : firstStatus;
}

/** Returns the values to store for a result. */
export function arrangedRow(change: Change): ArrangedRow {
  const { row, testId, arranged, supersededBy } = change;
  const { occurrence, generation, flaky, retries, durationMs } = arranged;
  return {
    id: row.id,
    testId,
    occurrence,
    generation,
    supersededBy,
    status: row.status,
    firstStatus: firstStatusOf(row, arranged),
    flaky,
    retries,
    durationMs,
    // The row takes over the retries of earlier results, so its own attempts are stored separately.
    ownAttempts: generation > 0 && row.spans === null ? spansOf(row) : null,
  };
}
