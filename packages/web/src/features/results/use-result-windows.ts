import type { ResultRow } from "@plumb/contract/results.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { resultWindowQuery, type ResultsFilter, type RowsMode, windowSize } from "./results.queries.ts";
import { besidesFirst, type WindowRange } from "./windows.ts";

export interface ResultWindows {
  /** How many rows the filter lets through; undefined while nothing is known. */
  readonly total: number | undefined;
  /** Undefined while its window loads. */
  readonly rowAt: (index: number) => ResultRow | undefined;
  /** Where a result stands among the windows at hand; -1 if it is in none. */
  readonly indexOf: (resultId: number) => number;
  /** The rows shown are those of the filter before. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The rows of a report, fetched window by window as they come into view. */
export function useResultWindows(
  reportId: number,
  filter: ResultsFilter,
  /** First and last window in view. */
  visible: WindowRange,
  mode: RowsMode,
): ResultWindows {
  const first = useQuery(resultWindowQuery(reportId, filter, 0, mode));
  const indexes = first.isPlaceholderData ? [] : besidesFirst(visible);
  const others = useQueries({
    queries: indexes.map((index) => resultWindowQuery(reportId, filter, index, mode)),
  });
  const rowsOf = (window: number) => (window === 0 ? first : others[indexes.indexOf(window)])?.data?.data;
  return {
    total: first.data?.total,
    rowAt: (index) => rowsOf(Math.floor(index / windowSize))?.[index % windowSize],
    indexOf: (resultId) => {
      for (const window of [0, ...indexes]) {
        const at = rowsOf(window)?.findIndex(({ id }) => id === resultId) ?? -1;
        if (at !== -1) return window * windowSize + at;
      }
      return -1;
    },
    stale: first.isPlaceholderData,
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of [first, ...others]) if (query.isError) void query.refetch();
    },
  };
}
