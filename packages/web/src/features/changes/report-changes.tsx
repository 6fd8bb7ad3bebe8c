import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { coalesce } from "#lib/api/coalesce.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { onServerEvent } from "#lib/api/realtime.ts";
import { reportChangesQuery } from "./changes.queries.ts";
import { ReportChangesFailure, ReportChangesLine, ReportChangesSkeleton } from "./report-changes-line.tsx";

/** Maximum refresh rate during a run: that of the rows. Counts also arrive with changed tests. */
const liveMs = 2000;

/** What changed in a report since the run before, as one line of links; current while its run is running. */
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
        // The rows are marked by the same event: a count that came later would contradict them for a moment.
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
  // The page itself shows that there is no such report.
  if (isNotFound(changes.error)) return null;
  return changes.isError ? <ReportChangesFailure onRetry={() => void changes.refetch()} /> : <ReportChangesSkeleton />;
}
