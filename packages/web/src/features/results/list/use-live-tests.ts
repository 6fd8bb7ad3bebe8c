import { maxIds, type ResultRow } from "@plumb/contract/runs/results.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerEvent } from "#lib/api/realtime.ts";
import { heldRowsQuery, resultQuery, resultWindowsKey } from "#features/results/results.queries.ts";

/**
 * Applies live updates of tests to their rows, which keep their position. Reloads opened tests.
 *
 * @param held Visible rows that keep their position during the run. Unfinished ones are reloaded periodically, because large
 * updates omit the tests, and rows that were loading may be older than an update.
 */
export function useLiveTests(reportId: number, held: readonly ResultRow[]): void {
  const queryClient = useQueryClient();
  const undecided = held.filter(isUndecided).slice(0, maxIds);
  const { data: now } = useQuery(
    heldRowsQuery(
      reportId,
      undecided.map(({ id }) => id),
    ),
  );
  useEffect(() => {
    // Updates only unfinished rows, because an event may have finished a row while this request was running.
    if (now !== undefined) putTests(queryClient, reportId, now, isUndecided);
  }, [queryClient, reportId, now]);
  useEffect(
    () =>
      onServerEvent("test-updated", ({ reportId: of, tests }) => {
        if (of !== reportId || tests === null || tests.length === 0) return;
        putTests(queryClient, reportId, tests);
        for (const { id } of tests)
          void queryClient.invalidateQueries({ queryKey: resultQuery(reportId, id, true).queryKey, exact: true });
      }),
    [queryClient, reportId],
  );
}

function isUndecided({ status }: ResultRow): boolean {
  return status === "announced" || status === "running";
}

/** @param replaces Whether a displayed row is replaced. */
function putTests(
  queryClient: QueryClient,
  reportId: number,
  tests: readonly ResultRow[],
  replaces: (row: ResultRow) => boolean = () => true,
): void {
  const byId = new Map(tests.map((test) => [test.id, test]));
  queryClient.setQueriesData({ queryKey: resultWindowsKey(reportId), predicate: isWindow }, (window: unknown) =>
    withTests(window as ResultWindow | undefined, (row) => (replaces(row) ? byId.get(row.id) : undefined)),
  );
}

interface ResultWindow {
  readonly data: readonly ResultRow[];
}

/** The key of a window ends with a number. Other queries (groups, positions) contain no rows. */
function isWindow({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey.length === 5 && typeof queryKey[4] === "number";
}

function withTests(
  window: ResultWindow | undefined,
  changed: (row: ResultRow) => ResultRow | undefined,
): ResultWindow | undefined {
  if (window === undefined || !window.data.some((row) => changed(row) !== undefined)) return window;
  return { ...window, data: window.data.map((row) => ({ ...row, ...changed(row) })) };
}
