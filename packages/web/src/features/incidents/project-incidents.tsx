import { useQuery } from "@tanstack/react-query";
import { IncidentsPanel } from "./incidents-panel.tsx";
import { type IncidentSearch, incidentsQuery, useLiveIncidents } from "./incidents.queries.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";

interface ProjectIncidentsProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly search: IncidentSearch;
}

/** Incidents of a project in a window, or the incident in the address. */
export function ProjectIncidents({ projectId, mayTriage, search }: ProjectIncidentsProps) {
  const { data = [], error } = useQuery(incidentsQuery(projectId, search));
  useFailureToast(error, "Failed to load the incidents");
  useLiveIncidents(projectId);
  const visible = search.incident === undefined ? data : data.filter(({ id }) => id === search.incident);
  return <IncidentsPanel projectId={projectId} mayTriage={mayTriage} incidents={visible} first={1} />;
}
