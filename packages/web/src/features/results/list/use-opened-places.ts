import type { GroupBy } from "@plumb/contract/runs/results.ts";
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { resultPositionQuery, type ResultsFilter } from "#features/results/results.queries.ts";
import { indexOfRow, type Layout } from "./sections.ts";
import type { ListView } from "./use-result-groups.ts";
import type { RowPlace } from "./use-result-windows.ts";

interface Seen {
  readonly filter: ResultsFilter;
  readonly by: GroupBy | undefined;
  /** Key of the group; `undefined` in a flat list. */
  readonly key: string | undefined;
  readonly row: number;
}

/** Positions of opened results by id. `null` if the filter excludes a result. Results with an unknown position are missing. */
type OpenedPlaces = ReadonlyMap<number, RowPlace | null>;

interface Opened {
  readonly places: OpenedPlaces;
  /** Whether one of them is in a group that is not loaded yet. */
  readonly beyond: boolean;
}

/**
 * Returns the positions of the opened results in the list. The result is referentially stable while nothing changes.
 *
 * Requests only the positions of linked rows far down from the server. Later, positions are remembered, because the window of a
 * row is dropped when it is scrolled away, but its space must stay.
 */
export function useOpenedPlaces(
  reportId: number,
  view: ListView | undefined,
  layout: Layout,
  opened: readonly number[],
  placeOf: (resultId: number) => RowPlace | null,
): Opened {
  const [seen, setSeen] = useState<ReadonlyMap<number, Seen>>(new Map());
  const found = new Map<number, RowPlace>();
  const fresh = new Map<number, Seen>();
  for (const id of opened) {
    const place = placeOf(id);
    if (place === null || view === undefined) continue;
    found.set(id, place);
    const key = layout.sections[place.section]?.group?.key;
    const now = { filter: view.filter, by: view.by, key, row: place.row };
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
  const placeAt = (id: number, index: number): Found | undefined => {
    const place = found.get(id);
    if (place !== undefined) return place;
    const last = remembered(id);
    if (last !== undefined) return placeIn(layout, view, last.key, last.row);
    const position = positions[index];
    // A missing result has no position. The area above the list shows the error.
    if (position?.isError === true) return null;
    if (position?.data === undefined) return undefined;
    const { offset, group } = position.data;
    return offset === null ? null : placeIn(layout, view, group ?? undefined, offset);
  };
  const known = opened.map((id, index) => [id, placeAt(id, index)] as const).filter(([, place]) => place !== undefined);
  const knownJson = JSON.stringify(known);
  return useMemo(() => openedOf(JSON.parse(knownJson) as [number, Found][]), [knownJson]);
}

/** "beyond" if the row is in a group that is not loaded yet. */
type Found = RowPlace | "beyond" | null;

function openedOf(found: readonly (readonly [number, Found])[]): Opened {
  const places = new Map<number, RowPlace | null>();
  for (const [id, place] of found) if (place !== "beyond") places.set(id, place);
  return { places, beyond: places.size < found.length };
}

/** Returns "beyond" if the group may not be loaded yet, or `null` if it was added after the groups were loaded. */
function placeIn(layout: Layout, view: ListView | undefined, key: string | undefined, row: number): Found {
  const section = layout.sections.findIndex(({ group }) => group?.key === key);
  if (section !== -1) return { section, row };
  return (view?.groupsLeftOut ?? 0) > 0 ? "beyond" : null;
}

/** Maps entries of the list to opened results. Excludes results in closed groups. */
export function openedEntries(layout: Layout, places: OpenedPlaces): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  for (const [id, place] of places) {
    const index = place === null ? null : indexOfRow(layout, place.section, place.row);
    if (index !== null) entries.set(index, id);
  }
  return entries;
}

function isSame(a: Seen | undefined, b: Seen): boolean {
  return a !== undefined && a.filter === b.filter && a.by === b.by && a.key === b.key && a.row === b.row;
}
