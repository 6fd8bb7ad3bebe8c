import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import { useQuery } from "@tanstack/react-query";
import { IncidentsPanel } from "#features/incidents/incidents-panel.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";

/** Incidents of the selected project, as the dashboard has them. */
export const shownIncidents = (incidents: Dashboard["incidents"]) => <ShownIncidents incidents={incidents} />;

function ShownIncidents({ incidents }: Pick<Dashboard, "incidents">) {
  const project = useSelectedProject();
  const mayTriage = useMayTriage();
  if (project === undefined || project === null) return null;
  return <IncidentsPanel projectId={project.id} mayTriage={mayTriage} incidents={incidents} />;
}

/** Whether the reader may say what failures of the selected project are. */
export function useMayTriage(): boolean {
  const { data: account } = useQuery(ownAccountQuery);
  return mayIn(useSelectedProject(), account, "project:triage");
}
