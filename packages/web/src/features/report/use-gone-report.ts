import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isNotFound } from "#lib/api/error-text.ts";
import { reportQuery } from "./report.queries.ts";

/** Reloads the report when a request for any part returns 404, so that the page shows whether it was deleted. */
export function useRemovedReport(reportId: number): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error" || !isNotFound(event.action.error)) return;
        const [noun, id, part] = event.query.queryKey as readonly unknown[];
        if (noun === "report" && id === reportId && part !== undefined)
          void queryClient.invalidateQueries({ queryKey: reportQuery(reportId).queryKey, exact: true });
      }),
    [queryClient, reportId],
  );
}
