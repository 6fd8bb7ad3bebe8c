import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import { IncidentsPanel } from "#features/incidents/incidents-panel.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";

/** Incidents of the selected project, from the dashboard. */
export const displayIncidents = (incidents: Dashboard["incidents"]) => <VisibleIncidents incidents={incidents} />;

function VisibleIncidents({ incidents }: Pick<Dashboard, "incidents">) {
  const project = useSelectedProject();
  const mayTriage = useMayHere("project:triage");
  if (project === undefined || project === null) return null;
  return <IncidentsPanel projectId={project.id} mayTriage={mayTriage} incidents={incidents} />;
}
