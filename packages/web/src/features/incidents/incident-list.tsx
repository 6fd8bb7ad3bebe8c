import { Button } from "@mantine/core";
import type { Incident } from "@plumb/contract/failures/incidents.ts";
import { useState } from "react";
import { counted } from "#lib/format/format.ts";
import { IncidentBand, type ReportOfIncidents } from "./incident-band.tsx";
import bands from "#ui/layout/bands.module.css";

interface IncidentListProps {
  readonly incidents: readonly Incident[];
  /** Number of incidents shown before the user expands the list. */
  readonly first?: number | undefined;
  /** `undefined` for viewers. */
  readonly onLeaveOut: ((incident: Incident, leftOut: boolean) => void) | undefined;
  /** The report to which these incidents belong, with its counts. */
  readonly report?: ReportOfIncidents | undefined;
}

/** Incidents, the latest first. Empty if there are none. */
export function IncidentList({ incidents, first = 3, onLeaveOut, report }: IncidentListProps) {
  const [all, setAll] = useState(false);
  if (incidents.length === 0) return null;
  const hidden = incidents.length - first;
  return (
    <section className={bands["bands"]} aria-label="Incidents">
      <ul className={bands["list"]}>
        {(all ? incidents : incidents.slice(0, first)).map((incident) => (
          <IncidentBand key={incident.id} incident={incident} onLeaveOut={onLeaveOut} report={report} />
        ))}
      </ul>
      {hidden > 0 && !all && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAll(true)}>
          {`Show ${counted(hidden, "more incident")}`}
        </Button>
      )}
    </section>
  );
}
