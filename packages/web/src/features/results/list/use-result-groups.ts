import { type GroupBy, groupsAtFirst, maxGroups, type ResultGroup } from "@plumb/contract/runs/results.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  resultGroupsQuery,
  resultWindowQuery,
  type ResultsFilter,
  type RowsMode,
} from "#features/results/results.queries.ts";

/** Filter and grouping of the displayed list. */
export interface ListView {
  readonly filter: ResultsFilter;
  /** `undefined` for a flat list, even if there would be only one group. */
  readonly by: GroupBy | undefined;
  readonly groups: readonly ResultGroup[] | undefined;
  /** Number of rows that match the filter, including those in groups that are not loaded. */
  readonly total: number;
  /** Number of groups that are not loaded. */
  readonly groupsLeftOut: number;
}

export interface ResultGroups {
  /** `undefined` before the first data. */
  readonly view: ListView | undefined;
  /** Whether the groups belong to the previous filter. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads more groups; `undefined` if there are none or they are loading. */
  readonly more: (() => void) | undefined;
}

/**
 * Loads the structure of the list before any row: its groups, or the number of rows. While a new filter loads, the previous
 * structure stays.
 *
 * A list grouped by failure requests its first rows together with its groups. If no test failed, it shows those rows; otherwise they are
 * the first rows of the groups (use-result-windows.ts).
 */
export function useResultGroups(
  reportId: number,
  filter: ResultsFilter,
  by: GroupBy | undefined,
  mode: RowsMode,
): ResultGroups {
  const [requested, setRequested] = useState<{ by: GroupBy | undefined; filter: ResultsFilter; limit: number }>();
  const limit = requested?.by === by && requested?.filter === filter ? requested.limit : undefined;
  const groups = useQuery({
    ...resultGroupsQuery(reportId, filter, by ?? "failure", mode, limit),
    enabled: by !== undefined,
    placeholderData: keepPreviousData,
  });
  const flat = useQuery({
    ...resultWindowQuery(reportId, filter, 0, mode),
    enabled: by === undefined || by === "failure",
    placeholderData: keepPreviousData,
  });
  const [settled, setSettled] = useState<{ view: ListView; groups: unknown; flat: unknown }>();
  const source = by === undefined ? { groups: undefined, flat: flat.data } : { groups: groups.data, flat: undefined };
  const waiting = by === undefined ? flat.isPlaceholderData : groups.isPlaceholderData;
  const known = by === undefined ? flat.data !== undefined : groups.data !== undefined;
  if (known && !waiting && (settled?.groups !== source.groups || settled?.flat !== source.flat)) {
    setSettled({ ...source, view: viewOf(filter, by, groups.data, flat.data?.total ?? 0) });
  }
  const leftOut = settled?.view.groupsLeftOut ?? 0;
  const mayAsk = !waiting && leftOut > 0 && (limit ?? groupsAtFirst) < maxGroups;
  return {
    view: settled?.view,
    // When more groups load, the previous ones stay valid.
    stale: waiting && limit === undefined,
    error: by === undefined ? flat.error : groups.error,
    retry: () => void (by === undefined ? flat.refetch() : groups.refetch()),
    more: mayAsk
      ? () => setRequested({ by, filter, limit: Math.min(maxGroups, 2 * (limit ?? groupsAtFirst)) })
      : undefined,
  };
}

function viewOf(
  filter: ResultsFilter,
  by: GroupBy | undefined,
  found: { readonly data: readonly ResultGroup[]; readonly total: number; readonly tests: number } | undefined,
  rows: number,
): ListView {
  const flat = { filter, by: undefined, groups: undefined, groupsLeftOut: 0 };
  if (by === undefined || found === undefined) return { ...flat, total: rows };
  const groups = found.data;
  // A single group of tests that did not fail is useless.
  const plain = by === "failure" && groups.every(({ failed, errored, flaky }) => failed + errored + flaky === 0);
  if (plain) return { ...flat, total: found.tests };
  return { filter, by, groups, total: found.tests, groupsLeftOut: found.total - groups.length };
}
