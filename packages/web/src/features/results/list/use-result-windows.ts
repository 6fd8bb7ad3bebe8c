import type { ListedResult } from "@plumb/contract/runs/results.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { type Layout, type WindowRef } from "./sections.ts";
import { resultWindowQuery, type ResultsFilter, type RowsMode, windowSize } from "#features/results/results.queries.ts";
import type { ListView } from "./use-result-groups.ts";

export interface RowPosition {
  readonly section: number;
  readonly row: number;
}

export interface ResultWindows {
  /** `undefined` while its window loads. */
  readonly rowAt: (section: number, row: number) => ListedResult | undefined;
  /** Position of a result in the loaded windows; `null` if none contains it. */
  readonly locationOf: (resultId: number) => RowPosition | null;
  /** All loaded rows in view. */
  readonly rows: readonly ListedResult[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Loads the windows of rows that are in view. */
export function useResultWindows(
  reportId: number,
  view: ListView | undefined,
  layout: Layout,
  inView: readonly WindowRef[],
  mode: RowsMode,
): ResultWindows {
  // The first rows of the whole list are loaded from the start (use-result-groups.ts).
  const first = useQuery({
    ...resultWindowQuery(reportId, view?.filter ?? {}, 0, mode),
    enabled: view !== undefined && view.by === undefined,
  });
  const beginning = first.data?.data ?? [];
  const refs = view === undefined ? [] : inView.filter(({ section }) => layout.sections[section] !== undefined);
  const windows = useQueries({
    queries: refs.map((ref) => {
      const key = layout.sections[ref.section]?.group?.key;
      const options = resultWindowQuery(reportId, filterOf(view, key), ref.window, mode);
      if (view?.by !== "failure" || ref.window !== 0 || key === undefined) return options;
      return { ...options, ...startingWith(beginning, key, layout.sections[ref.section]?.total ?? 0) };
    }),
  });
  const rowsOf = (section: number, window: number) => {
    const at = refs.findIndex((ref) => ref.section === section && ref.window === window);
    return windows[at]?.data?.data;
  };
  return {
    rowAt: (section, row) => rowsOf(section, Math.floor(row / windowSize))?.[row % windowSize],
    locationOf: (resultId) => {
      for (const [index, { section, window }] of refs.entries()) {
        const at = windows[index]?.data?.data.findIndex(({ id }) => id === resultId) ?? -1;
        if (at !== -1) return { section, row: window * windowSize + at };
      }
      return null;
    },
    rows: windows.flatMap(({ data }) => data?.data ?? []),
    error: windows.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of windows) if (query.isError) void query.refetch();
    },
  };
}

/** Returns the filter for the rows of one group. */
function filterOf(view: ListView | undefined, key: string | undefined): ResultsFilter {
  if (view === undefined) return {};
  return view.by === undefined || key === undefined ? view.filter : { ...view.filter, [view.by]: key };
}

/**
 * Returns the first rows of a failure, taken from the start of the whole list, which has the same order. They are shown until the
 * failure's own rows load, or replace these if they are complete.
 */
function startingWith(beginning: readonly ListedResult[], key: string, total: number) {
  const data = beginning.filter(({ failureSignature }) => (failureSignature ?? "~") === key);
  const window = { success: true as const, data, total };
  if (data.length === 0) return {};
  return data.length === total ? { initialData: window } : { placeholderData: window };
}
