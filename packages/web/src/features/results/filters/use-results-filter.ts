import { useMemo } from "react";
import type { ResultsFilter } from "#features/results/results.queries.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";

type FilterSearch = Pick<
  ReportSearch,
  "annotation" | "author" | "browser" | "failure" | "file" | "q" | "status" | "tag" | "timedOut"
>;

/** Returns the filter in the address. It is the same object while it is unchanged. */
export function useResultsFilter(search: FilterSearch): ResultsFilter {
  const { status, q, browser, file, failure, tag, author, annotation, timedOut } = search;
  return useMemo(
    () => ({ status, search: q, browser, file, failure, tag, author, annotation, timedOut }),
    [status, q, browser, file, failure, tag, author, annotation, timedOut],
  );
}

/** Returns the URL parameters of changes to the filter. */
export function filterSearch(changes: ResultsFilter): FilterSearch {
  const { search, ...rest } = changes;
  return { ...rest, ...("search" in changes && { q: search }) };
}
