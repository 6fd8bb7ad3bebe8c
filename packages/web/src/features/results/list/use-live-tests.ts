import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerEvent } from "#lib/api/realtime.ts";
import { resultQuery, resultWindowsKey } from "#features/results/results.queries.ts";

/** Puts what the server says of tests into the rows that show them, which stay where they are; opened ones are read again. */
export function useLiveTests(reportId: number): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onServerEvent("test-updated", ({ reportId: of, tests }) => {
        if (of !== reportId || tests === null || tests.length === 0) return;
        const byId = new Map(tests.map((test) => [test.id, test]));
        queryClient.setQueriesData({ queryKey: resultWindowsKey(reportId), predicate: isWindow }, (window: unknown) =>
          withTests(window as ResultWindow | undefined, byId),
        );
        for (const { id } of tests)
          void queryClient.invalidateQueries({ queryKey: resultQuery(reportId, id, true).queryKey, exact: true });
      }),
    [queryClient, reportId],
  );
}

interface ResultWindow {
  readonly data: readonly ResultRow[];
}

/** Windows are named by their number; what else stands under the key (groups, places) holds no rows. */
function isWindow({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey.length === 5 && typeof queryKey[4] === "number";
}

function withTests(window: ResultWindow | undefined, tests: ReadonlyMap<number, ResultRow>): ResultWindow | undefined {
  if (window === undefined || !window.data.some(({ id }) => tests.has(id))) return window;
  return { ...window, data: window.data.map((row) => ({ ...row, ...tests.get(row.id) })) };
}
