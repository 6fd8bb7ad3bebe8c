import type { ArrangedResult } from "@plumb/analysis/executions/arrange-results.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { RunKey } from "./run-sources.ts";
import { spansOf, type StoredResult } from "./shared-results.ts";
import { rankOf, retriesOf } from "#store/ingest/result-values.ts";

/** A stored result with its new position. */
export interface Change {
  readonly row: StoredResult;
  readonly testId: number;
  readonly arranged: Omit<ArrangedResult, "id" | "supersededBy">;
  /** The upload whose result replaces this one. */
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

/** Moves results to their new positions. Negative generations first clear the old positions, because two results of a test cannot share one. */
export async function writeArranged(transaction: Db, { projectId }: RunKey, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = numbers(changes.map(({ row }) => row.id));
  await sql`
    update result set generation = -1 - generation where project_id = ${opaqueProjectId(projectId)} and id = any(${ids}::bigint[])
  `.execute(transaction);
  const each = (of: (change: Change) => number | null) => numbers(changes.map(of));
  await sql`
    update result r
       set test_id = given.test_id, occurrence = given.occurrence, generation = given.generation, superseded_by = given.superseded_by,
           first_status = given.first_status, flaky = given.flaky, rank = given.rank, retries = given.retries, duration_ms = given.duration_ms,
           attempt_spans = coalesce(r.attempt_spans, given.spans::jsonb)
      from unnest(${ids}::bigint[], ${each(({ testId }) => testId)}::bigint[], ${each(({ arranged }) => arranged.occurrence)}::smallint[],
                  ${each(({ arranged }) => arranged.generation)}::smallint[], ${each(({ supersededBy }) => supersededBy)}::bigint[],
                  ${texts(changes.map(({ row, arranged }) => firstStatusOf(row, arranged)))}::text[],
                  ${booleans(changes.map(({ arranged }) => arranged.flaky))}::boolean[],
                  ${each(({ row, arranged }) => rankOf({ status: row.status, flaky: arranged.flaky }))}::smallint[],
                  ${each(({ arranged }) => retriesOf(arranged))}::smallint[], ${each(({ arranged }) => arranged.durationMs)}::real[],
                  ${texts(changes.map(spansText))}::text[])
           as given (id, test_id, occurrence, generation, superseded_by, first_status, flaky, rank, retries, duration_ms, spans)
     where r.project_id = ${opaqueProjectId(projectId)} and r.id = given.id
  `.execute(transaction);
}

/** Returns the own attempts of a row that is about to take over the retries of earlier results. */
function spansText({ row, arranged }: Change): string | null {
  return arranged.generation > 0 && row.spans === null ? JSON.stringify(spansOf(row)) : null;
}
