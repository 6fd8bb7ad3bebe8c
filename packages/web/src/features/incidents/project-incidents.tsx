import type { Incident } from "@plumb/contract/failures/incidents.ts";
import { useQuery } from "@tanstack/react-query";
import { counted } from "#lib/format/format.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { IncidentsPanel } from "./incidents-panel.tsx";
import { type IncidentSearch, incidentsQuery, useLiveIncidents } from "./incidents.queries.ts";
import styles from "./incidents.module.css";

interface ProjectIncidentsProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly search: IncidentSearch;
}

/** Incidents of a project that may be ongoing, or the incident in the address. */
export function LeadingIncidents({ projectId, mayTriage, search }: ProjectIncidentsProps) {
  const { data = [], error } = useQuery(incidentsQuery(projectId, search));
  useFailureToast(error, "Failed to load the incidents");
  useLiveIncidents(projectId);
  const visible = data.filter((incident) => isLeading(incident, search));
  return <IncidentsPanel projectId={projectId} mayTriage={mayTriage} incidents={visible} first={1} />;
}

/** The other incidents of the window, in a line that opens. */
export function EndedIncidents({ projectId, mayTriage, search }: ProjectIncidentsProps) {
  const { data = [] } = useQuery(incidentsQuery(projectId, search));
  const ended = data.filter((incident) => !isLeading(incident, search));
  if (ended.length === 0 || search.incident !== undefined) return null;
  return (
    <details className={styles["ended"]}>
      <summary>{`${counted(ended.length, "incident")} of this period ${ended.length === 1 ? "has" : "have"} ended`}</summary>
      <IncidentsPanel projectId={projectId} mayTriage={mayTriage} incidents={ended} />
    </details>
  );
}

function isLeading({ id, ongoing }: Incident, { incident }: IncidentSearch): boolean {
  return incident === undefined ? ongoing : id === incident;
}
