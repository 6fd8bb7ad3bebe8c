import type { NewResult } from "#store/ingest/batch.ts";
import { createRows, type ResultRows } from "#store/ingest/result-rows.ts";

export function resultRows(results: readonly NewResult[]): ResultRows {
  const made = createRows();
  for (const result of results) made.add(result);
  return made.rows();
}
