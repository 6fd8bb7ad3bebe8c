import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import {
  resultCountQuery,
  resultWindowsKey,
  type ResultsFilter,
  type RowsMode,
} from "#features/results/results.queries.ts";

export interface LiveRows {
  /** Number of rows that are not shown yet. */
  readonly waiting: number;
  /** Whether the run ended while the rows were paused. */
  readonly ended: boolean;
  /** Shows the new rows. */
  readonly refresh: () => void;
}

/** Rows update during a run, except while the user is reading. */
export function rowsMode(live: boolean, reading: boolean): RowsMode {
  if (!live) return "final";
  return reading ? "hold" : "follow";
}

/** Collects updates while the rows are paused, and applies them when the user stops reading. */
export function useLiveRows(
  report: { readonly id: number; readonly live: boolean },
  filter: ResultsFilter,
  visible: { readonly total: number | undefined; readonly reading: boolean },
): LiveRows {
  const queryClient = useQueryClient();
  const { id, live } = report;
  const { reading, total = 0 } = visible;
  const [ended, setEnded] = useState(false);
  const [wasLive, setWasLive] = useState(live);
  if (wasLive !== live) {
    setWasLive(live);
    setEnded(!live);
  }
  const holding = rowsMode(live, reading) === "hold";
  const count = useQuery(resultCountQuery(id, filter, holding));

  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: resultWindowsKey(id) }),
    [queryClient, id],
  );
  useEffect(() => {
    // The last rows arrived after the previous refresh.
    if (ended && !reading) void refresh().then(() => setEnded(false));
  }, [ended, reading, refresh]);

  return {
    waiting: holding ? Math.max(0, (count.data ?? 0) - total) : 0,
    ended: ended && reading,
    refresh: () => void refresh().then(() => setEnded(false)),
  };
}
