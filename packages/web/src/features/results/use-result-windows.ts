import type { ResultRow } from "@plumb/contract/reports.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { resultWindowQuery, type ResultsFilter, windowSize } from "./results.queries.ts";
import { besidesFirst } from "./windows.ts";

export interface ResultWindows {
  /** How many rows the filter lets through; undefined while nothing is known. */
  readonly total: number | undefined;
  /** Undefined while its window loads. */
  readonly rowAt: (index: number) => ResultRow | undefined;
  /** The rows shown are those of the filter before. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The rows of a report, fetched window by window as they come into view. */
export function useResultWindows(
  report: { readonly id: number; readonly live: boolean },
  filter: ResultsFilter,
  /** First and last window in view. */
  visible: { readonly first: number; readonly last: number },
): ResultWindows {
  const first = useQuery(resultWindowQuery(report.id, filter, 0, report.live));
  const indexes = first.isPlaceholderData ? [] : besidesFirst(visible);
  const others = useQueries({
    queries: indexes.map((index) => resultWindowQuery(report.id, filter, index, report.live)),
  });
  const rowAt = (index: number) => {
    const window = Math.floor(index / windowSize);
    const answer = window === 0 ? first.data : others[indexes.indexOf(window)]?.data;
    return answer?.data[index - window * windowSize];
  };
  return {
    total: first.data?.total,
    rowAt,
    stale: first.isPlaceholderData,
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of [first, ...others]) if (query.isError) void query.refetch();
    },
  };
}
