import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerEvent } from "#lib/api/realtime.ts";
import { resultWindowsKey } from "#features/results/results.queries.ts";

/** Puts what the server says of one test into the rows that show it. They stay where they are. */
export function useLiveTests(reportId: number): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onServerEvent("test-updated", ({ reportId: of, test }) => {
        if (of !== reportId || test === null) return;
        queryClient.setQueriesData({ queryKey: resultWindowsKey(reportId), predicate: isWindow }, (window: unknown) =>
          withTest(window as ResultWindow | undefined, test),
        );
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

function withTest(window: ResultWindow | undefined, test: ResultRow): ResultWindow | undefined {
  if (window === undefined || !window.data.some(({ id }) => id === test.id)) return window;
  return { ...window, data: window.data.map((row) => (row.id === test.id ? { ...row, ...test } : row)) };
}
