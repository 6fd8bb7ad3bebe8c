import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import { useState } from "react";
import { AuditTable } from "./audit-table.tsx";

const sampleEvent = (id: number, change: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  at: "2030-01-01T12:00:00.000Z",
  actorId: 1,
  actorEmail: "ada@example.org",
  agent: null,
  address: "127.0.0.1",
  action: "project.changed",
  projectId: 7,
  targetType: "project",
  targetId: 7,
  targetName: "Web shop",
  detail: { description: "The shop", settings: { retentionDays: 90 } },
  ...change,
});

/** Shows the selected user. */
export const Acts = () => {
  const [actor, setActor] = useState("");
  return (
    <>
      <AuditTable
        events={[
          sampleEvent(3),
          sampleEvent(2, { action: "settings.changed", targetType: "settings", targetName: "Settings", detail: {} }),
          sampleEvent(1, {
            actorId: null,
            actorEmail: "new@example.org",
            action: "invitation.accepted",
            targetType: "invitation",
            targetName: "new@example.org",
          }),
          sampleEvent(4, {
            actorEmail: "ben@example.org",
            agent: { id: 5, name: "Claude Code" },
            action: "item.created",
            targetType: "item",
            targetName: "Checkout is slow",
            detail: {},
          }),
        ]}
        projectName={() => "Web shop"}
        onActor={setActor}
      />
      <output>{actor}</output>
    </>
  );
};
const nothing = () => undefined;
export const Hostile = () => (
  <AuditTable
    events={[
      sampleEvent(1, {
        actorEmail: `${"a".repeat(300)}@example.org`,
        agent: { id: 1, name: `${"k".repeat(90)}\u202Eمرحبا` },
        targetName: "<img src=x onerror=\"document.title='pwned'\">".repeat(20),
        address: "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
        detail: { description: "\u202E".repeat(2000), name: "n".repeat(2000) },
      }),
    ]}
    projectName={() => "p".repeat(400)}
    onActor={nothing}
  />
);
