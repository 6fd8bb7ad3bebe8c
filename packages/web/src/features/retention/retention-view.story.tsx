import type { Retention } from "@plumb/contract/projects/retention.ts";
import { useState } from "react";
import { RetentionView } from "./retention-view.tsx";

const now = Date.parse("2030-06-01T12:00:00Z");

function Example({ change }: { readonly change: Partial<Retention> }) {
  const [done, setDone] = useState("");
  const retention: Retention = {
    retentionDays: 30,
    autoCleanup: true,
    startsAt: "2030-01-01T00:00:00Z",
    next: { reports: 1204, bytes: 3_200_000_000 },
    kept: 2,
    oldestKept: { id: 7, number: 12, startTime: "2029-11-03T08:00:00Z" },
    ...change,
  };
  return (
    <>
      <RetentionView retention={retention} now={now} confirming={false} onConfirm={() => setDone("started")} />
      <output>{done}</output>
    </>
  );
}

export const Running = () => <Example change={{}} />;
export const NothingToDo = () => (
  <Example change={{ next: { reports: 0, bytes: 0 }, kept: 0, oldestKept: null, retentionDays: 1 }} />
);
export const Announced = () => (
  <Example change={{ startsAt: "2030-06-05T12:00:00Z", next: { reports: 1, bytes: 900 } }} />
);
export const NotAnnounced = () => <Example change={{ startsAt: null }} />;
export const Off = () => <Example change={{ autoCleanup: false }} />;
