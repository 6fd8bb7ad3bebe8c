import type { GroupBy } from "@plumb/contract/runs/results.ts";
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { resultPositionQuery, type ResultsFilter } from "#features/results/results.queries.ts";
import { indexOfRow, type Layout } from "./sections.ts";
import type { ListView } from "./use-result-groups.ts";
import type { RowPosition } from "./use-result-windows.ts";

interface Seen {
  readonly filter: ResultsFilter;
  readonly by: GroupBy | undefined;
  /** Key of the group; `undefined` in a flat list. */
  readonly key: string | undefined;
  readonly row: number;
}

/** Positions of opened results by id. `null` if the filter excludes a result. Results with an unknown position are missing. */
type OpenedIndices = ReadonlyMap<number, RowPosition | null>;

interface Opened {
  readonly places: OpenedIndices;
  /** Whether one of them is in a group that is not loaded yet. */
  readonly beyond: boolean;
}

/**
 * Returns the positions of the opened results in the list. The result is referentially stable while nothing changes.
 *
 * Requests only the positions of linked rows far down from the server. Later, positions are remembered, because the window of a
 * row is dropped when it is scrolled away, but its space must stay.
 */
export function useOpenedIndices(
  reportId: number,
  view: ListView | undefined,
  layout: Layout,
  opened: readonly number[],
  locationOf: (resultId: number) => RowPosition | null,
): Opened {
  const [seen, setSeen] = useState<ReadonlyMap<number, Seen>>(new Map());
  const found = new Map<number, RowPosition>();
  const fresh = new Map<number, Seen>();
  for (const id of opened) {
    const location = locationOf(id);
    if (location === null || view === undefined) continue;
    found.set(id, location);
    const key = layout.sections[location.section]?.group?.key;
    const now = { filter: view.filter, by: view.by, key, row: location.row };
    if (!isSame(seen.get(id), now)) fresh.set(id, now);
  }
  if (fresh.size > 0) setSeen(new Map([...seen, ...fresh]));
  const remembered = (id: number) => {
    const last = seen.get(id);
    return last !== undefined && last.filter === view?.filter && last.by === view.by ? last : undefined;
  };
  const positions = useQueries({
    queries: opened.map((id) => {
      const isNeeded = view !== undefined && !found.has(id) && remembered(id) === undefined;
      return resultPositionQuery(reportId, isNeeded ? id : undefined, view?.filter ?? {}, view?.by);
    }),
  });
  const locationAt = (id: number, index: number): Found | undefined => {
    const location = found.get(id);
    if (location !== undefined) return location;
    const last = remembered(id);
    if (last !== undefined) return locationIn(layout, view, last.key, last.row);
    const position = positions[index];
    // A missing result has no position. The area above the list shows the error.
    if (position?.isError === true) return null;
    if (position?.data === undefined) return undefined;
    const { offset, group } = position.data;
    return offset === null ? null : locationIn(layout, view, group ?? undefined, offset);
  };
  const known = opened
    .map((id, index) => [id, locationAt(id, index)] as const)
    .filter(([, location]) => location !== undefined);
  const knownJson = JSON.stringify(known);
  return useMemo(() => openedOf(JSON.parse(knownJson) as [number, Found][]), [knownJson]);
}

/** "beyond" if the row is in a group that is not loaded yet. */
type Found = RowPosition | "beyond" | null;

function openedOf(found: readonly (readonly [number, Found])[]): Opened {
  const positions = new Map<number, RowPosition | null>();
  for (const [id, location] of found) if (location !== "beyond") positions.set(id, location);
  return { places: positions, beyond: positions.size < found.length };
}

/** Returns "beyond" if the group may not be loaded yet, or `null` if it was added after the groups were loaded. */
function locationIn(layout: Layout, view: ListView | undefined, key: string | undefined, row: number): Found {
  const section = layout.sections.findIndex(({ group }) => group?.key === key);
  if (section !== -1) return { section, row };
  return (view?.groupsLeftOut ?? 0) > 0 ? "beyond" : null;
}

/** Maps entries of the list to opened results. Excludes results in closed groups. */
export function openedEntries(layout: Layout, positions: OpenedIndices): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  for (const [id, location] of positions) {
    const index = location === null ? null : indexOfRow(layout, location.section, location.row);
    if (index !== null) entries.set(index, id);
  }
  return entries;
}

function isSame(a: Seen | undefined, b: Seen): boolean {
  return a !== undefined && a.filter === b.filter && a.by === b.by && a.key === b.key && a.row === b.row;
}
