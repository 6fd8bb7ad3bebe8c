import type { GroupBy } from "@plumb/contract/runs/results.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resultPositionQuery, type ResultsFilter } from "./results.queries.ts";
import type { Layout } from "./sections.ts";
import type { ListView } from "./use-result-groups.ts";
import type { RowPlace } from "./use-result-windows.ts";

interface Seen {
  readonly id: number;
  readonly filter: ResultsFilter;
  readonly by: GroupBy | undefined;
  /** Of its group; undefined in a flat list. */
  readonly key: string | undefined;
  readonly row: number;
}

/**
 * Where the opened result stands in the list: null if the filter leaves it out, undefined while nobody knows or nothing
 * is opened.
 *
 * The server is asked only for a row that a link opens far down. Later the place is remembered: the row's window goes
 * when it is scrolled away, and the space that the row takes must not go with it.
 */
export function useOpenedPlace(
  reportId: number,
  view: ListView | undefined,
  layout: Layout,
  opened: number | undefined,
  placeOf: (resultId: number) => RowPlace | null,
): RowPlace | null | undefined {
  const [seen, setSeen] = useState<Seen>();
  const sectionOf = (key: string | undefined) => layout.sections.findIndex(({ group }) => group?.key === key);
  const found = opened === undefined ? null : placeOf(opened);
  if (opened !== undefined && view !== undefined && found !== null) {
    const key = layout.sections[found.section]?.group?.key;
    const now = { id: opened, filter: view.filter, by: view.by, key, row: found.row };
    if (seen === undefined || !isSame(seen, now)) setSeen(now);
  }
  const remembered =
    seen !== undefined && seen.id === opened && seen.filter === view?.filter && seen.by === view.by ? seen : null;
  const asked = found === null && remembered === null && view !== undefined;
  const position = useQuery(resultPositionQuery(reportId, asked ? opened : undefined, view?.filter ?? {}, view?.by));
  if (opened === undefined) return undefined;
  if (found !== null) return found;
  if (remembered !== null) return { section: sectionOf(remembered.key), row: remembered.row };
  // A result that does not exist has no place either: what opens above the list says so.
  if (position.isError) return null;
  if (position.data === undefined) return undefined;
  const { offset, group } = position.data;
  if (offset === null) return null;
  const section = sectionOf(group ?? undefined);
  // A group that came, or went beyond the limit, since the groups were read.
  return section === -1 ? null : { section, row: offset };
}

function isSame(a: Seen, b: Seen): boolean {
  return a.id === b.id && a.filter === b.filter && a.by === b.by && a.key === b.key && a.row === b.row;
}
