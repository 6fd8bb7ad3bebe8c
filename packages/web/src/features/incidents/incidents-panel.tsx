import type { Incident } from "@plumb/contract/failures/incidents.ts";
import type { ReportOfIncidents } from "./incident-band.tsx";
import { IncidentList } from "./incident-list.tsx";
import { useLeaveOut } from "./incidents.queries.ts";

interface IncidentsPanelProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly incidents: readonly Incident[];
  readonly first?: number | undefined;
  readonly report?: ReportOfIncidents | undefined;
}

/** Incidents, which users with permission can exclude from the project's rates. */
export function IncidentsPanel({ projectId, mayTriage, incidents, first, report }: IncidentsPanelProps) {
  const { mutate } = useLeaveOut(projectId);
  return (
    <IncidentList
      incidents={incidents}
      first={first}
      onLeaveOut={mayTriage ? ({ id }, leftOut) => mutate({ id, leftOut }) : undefined}
      report={report}
    />
  );
}
