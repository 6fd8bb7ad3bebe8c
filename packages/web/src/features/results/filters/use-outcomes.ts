import { maxIds, type ResultRow } from "@plumb/contract/runs/results.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { PastOutcome } from "#ui/outcome/outcome-bars.tsx";
import { outcomesQuery } from "#features/results/results.queries.ts";

/** Loads the earlier outcomes of failed rows, in batches and once per row. */
export function useOutcomes(
  reportId: number,
  rows: readonly ResultRow[],
): (resultId: number) => readonly PastOutcome[] | undefined {
  const [known, setKnown] = useState<ReadonlyMap<number, readonly PastOutcome[]>>(new Map());
  const requested = rows
    .filter(({ id, status, flaky }) => (flaky || status === "failed" || status === "error") && !known.has(id))
    .slice(0, maxIds)
    .map(({ id }) => id);
  const { data } = useQuery(outcomesQuery(reportId, requested));
  if (data !== undefined && requested.length > 0) {
    const found = new Map(data.map(({ resultId, outcomes }) => [resultId, outcomes]));
    setKnown(new Map([...known, ...requested.map((id) => [id, found.get(id) ?? []] as const)]));
  }
  return useCallback((resultId) => known.get(resultId), [known]);
}
