import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { IncidentsPanel } from "./incidents-panel.tsx";
import { incidentsQuery, useLiveIncidents } from "./incidents.queries.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";

/** Incidents among a report's failures. */
export function ReportIncidents({ report, mayTriage }: { readonly report: Report; readonly mayTriage: boolean }) {
  const { id, projectId, summary } = report;
  const { passed, failed, errored, flaky } = summary;
  const { data = [], error } = useQuery({
    ...incidentsQuery(projectId, { window: "custom", runs: [id] }),
    enabled: failed + errored + flaky > 0,
  });
  useFailureToast(error, "Failed to load the incidents");
  useLiveIncidents(projectId);
  const counted = { id, passed, ran: passed + failed + errored };
  return <IncidentsPanel projectId={projectId} mayTriage={mayTriage} incidents={data} report={counted} />;
}
