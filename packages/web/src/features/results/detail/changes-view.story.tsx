import type { FailureEvidence } from "@plumb/contract/failures/decisions.ts";
import { ChangesView } from "./changes-view.tsx";

const since: NonNullable<FailureEvidence["sinceLastPass"]> = {
  runId: 99,
  runNumber: 99,
  at: "2030-01-01T00:00:00Z",
  firstFailure: { runId: 102, runNumber: 102, at: "2030-01-02T00:00:00Z" },
  differences: [
    {
      name: "Commit",
      about: "commit",
      before: "3c65d96 Keep the cart for 30 days",
      after: "e363ea5 Normalise search words",
    },
    { name: "Duration", about: "duration", before: "4.1 s", after: "12.3 s" },
    { name: "Search", about: "step", before: "0.4 s", after: "5.0 s" },
    { name: "Node version", about: "environment", before: null, after: "24.1.0" },
  ],
  commits: { from: "3c65d96", to: "e363ea5" },
};

function Page({ of }: { readonly of: FailureEvidence["sinceLastPass"] }) {
  return (
    <main>
      <h1>Test</h1>
      <h2>Attempt</h2>
      <ChangesView since={of} />
    </main>
  );
}

export const Known = () => <Page of={since} />;
export const Same = () => <Page of={{ ...since, differences: [] }} />;
export const NeverPassed = () => <Page of={null} />;
export const Hostile = () => (
  <Page
    of={{
      ...since,
      differences: [
        {
          name: `<img src=x onerror="document.title='pwned'">${"x".repeat(400)}`,
          about: "environment",
          before: "\u202Egnp.exe",
          after: "y".repeat(2000),
        },
        { name: "تشغيل", about: "step", before: "ran", after: "did not run" },
      ],
    }}
  />
);
