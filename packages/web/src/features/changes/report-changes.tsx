import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { coalesce } from "#lib/api/coalesce.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { onServerEvent } from "#lib/api/realtime.ts";
import { reportChangesQuery } from "./changes.queries.ts";
import { ReportChangesFailure, ReportChangesLine, ReportChangesSkeleton } from "./report-changes-line.tsx";

/** Minimum interval between reloads during a run, the same as for the rows. Events of changed tests also contain counts. */
const liveMs = 2000;

/** Line with the changes of a report since the previous run. Updates while the run is running. */
export function ReportChanges({ reportId }: { readonly reportId: number }) {
  const changes = useQuery(reportChangesQuery(reportId));
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = reportChangesQuery(reportId);
    const reload = coalesce(() => void queryClient.invalidateQueries({ queryKey }), liveMs);
    const onRun = (event: { readonly reportId: number }) => {
      if (event.reportId === reportId) reload.call();
    };
    const stops = [
      onServerEvent("test-updated", (event) => {
        onRun(event);
        const { changes: counts } = event;
        // The same event updates the rows, so counts that arrive later would contradict them for a short time.
        if (event.reportId === reportId && counts !== undefined)
          queryClient.setQueryData(queryKey, (known) => known && { ...known, counts });
      }),
      onServerEvent("test-execution-completed", onRun),
      reload.cancel,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, reportId]);
  if (changes.data !== undefined) return <ReportChangesLine reportId={reportId} changes={changes.data} />;
  // The page reports that the report does not exist.
  if (isNotFound(changes.error)) return null;
  return changes.isError ? <ReportChangesFailure onRetry={() => void changes.refetch()} /> : <ReportChangesSkeleton />;
}
