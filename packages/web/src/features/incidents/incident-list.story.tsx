import type { Incident } from "@plumb/contract/failures/incidents.ts";
import { useState } from "react";
import type { ReportOfIncidents } from "./incident-band.tsx";
import { IncidentList } from "./incident-list.tsx";

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

function incident(change: Partial<Incident> = {}): Incident {
  return {
    id: 5,
    kind: "host",
    name: "inventory.staging",
    subClass: { code: "E1", name: "Application Unreachable / Not Started" },
    startedAt: ago(50),
    endedAt: ago(30),
    ongoing: true,
    tests: 14,
    failures: 23,
    runCount: 2,
    runs: [
      { id: 85, number: 1285, suiteName: "checkout-e2e", tests: 14, failures: 14 },
      { id: 84, number: 40, suiteName: "admin", tests: 9, failures: 9 },
    ],
    leftOut: null,
    elsewhere: [],
    ...change,
  };
}

interface ExampleProps {
  readonly incidents: readonly Incident[];
  readonly viewer?: boolean;
  readonly report?: ReportOfIncidents;
}

function Example({ incidents, viewer = false, report }: ExampleProps) {
  const [output, setOutput] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <IncidentList
        incidents={incidents}
        onLeaveOut={viewer ? undefined : ({ id }, leftOut) => setOutput(`${id}: ${leftOut ? "left out" : "counted"}`)}
        report={report}
      />
      <output>{output}</output>
    </main>
  );
}

export const Ongoing = () => <Example incidents={[incident()]} />;
export const OfFacts = () => (
  <Example incidents={[incident({ kind: "fact", name: "browser=chrome-143 and driver=143.0.1" })]} />
);
export const OfReport = () => <Example incidents={[incident()]} report={{ id: 85, passed: 180, ran: 200 }} />;
export const LeftOut = () => <Example incidents={[incident({ leftOut: { at: ago(1), by: "Ada" }, ongoing: false })]} />;
export const Viewer = () => <Example viewer incidents={[incident()]} />;
export const Many = () => (
  <Example
    incidents={[1, 2, 3, 4, 5].map((id) =>
      incident({
        id,
        name: `host-${id}.staging`,
        elsewhere: [{ projectId: 2, projectName: "Billing", incidentId: 9, tests: 5, failures: 5 }],
      }),
    )}
  />
);
export const AfterRetries = () => (
  <Example incidents={[incident({ tests: 8, failures: 1 }), incident({ id: 6, tests: 8, failures: 0 })]} />
);
export const Hostile = () => (
  <Example
    incidents={[
      incident({
        kind: "cause",
        name: `<img src=x onerror=alert(1)>${"w".repeat(10_000)}`,
        subClass: null,
        leftOut: { at: ago(1), by: "v".repeat(500) },
        elsewhere: [{ projectId: 2, projectName: "p".repeat(500), incidentId: 9, tests: 5, failures: 5 }],
      }),
    ]}
  />
);
