import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resultPositionQuery, type ResultsFilter } from "./results.queries.ts";
import type { ResultWindows } from "./use-result-windows.ts";

/**
 * Where the opened result stands in the list: null if the filter leaves it out, undefined while nobody knows or nothing
 * is opened.
 *
 * The server is asked only for a row that a link opens far down. Later the place is remembered: the row's window goes
 * when it is scrolled away, and the space that the row takes must not go with it.
 */
export function useOpenedIndex(
  reportId: number,
  filter: ResultsFilter,
  opened: number | undefined,
  { indexOf, stale }: Pick<ResultWindows, "indexOf" | "stale">,
): number | null | undefined {
  const [seen, setSeen] = useState<{ id: number; search: string | undefined; index: number }>();
  const found = opened === undefined ? -1 : indexOf(opened);
  if (
    opened !== undefined &&
    found !== -1 &&
    !stale &&
    (seen?.id !== opened || seen.search !== filter.search || seen.index !== found)
  ) {
    setSeen({ id: opened, search: filter.search, index: found });
  }
  const remembered = seen !== undefined && seen.id === opened && seen.search === filter.search;
  const asked = found === -1 && !remembered && !stale;
  const position = useQuery(resultPositionQuery(reportId, asked ? opened : undefined, filter));
  if (found !== -1) return found;
  if (remembered) return seen.index;
  // A result that does not exist has no place either: what opens above the list says so.
  return position.isError ? null : position.data;
}
