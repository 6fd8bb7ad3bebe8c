import type { ChangeCounts } from "@plumb/contract/runs/compare.ts";
import { useState } from "react";
import { ReportChangesFailure, ReportChangesLine, ReportChangesSkeleton } from "./report-changes-line.tsx";

const previous = { id: 83, number: 1283, startTime: "2029-12-31T00:00:00Z", branch: "fix/cart" };
const base = { id: 84, number: 1284, startTime: "2030-01-01T00:00:00Z", branch: "main" };

const green = { id: 79, number: 1279, startTime: "2029-12-27T00:00:00Z", branch: "main" };

function Example({ counts }: { readonly counts: ChangeCounts }) {
  return (
    <main>
      <h1>Report</h1>
      <ReportChangesLine reportId={85} changes={{ base, previous: null, lastGreen: green, counts }} />
    </main>
  );
}

export const Changed = () => (
  <Example counts={{ newFailure: 3, backAgain: 2, stillFailing: 4, fixed: 2, newlyFlaky: 1 }} />
);
export const Many = () => (
  <Example
    counts={{ newFailure: 50_000, backAgain: 50_000, stillFailing: 50_000, fixed: 50_000, newlyFlaky: 50_000 }}
  />
);
export const Nothing = () => (
  <Example counts={{ newFailure: 0, backAgain: 0, stillFailing: 0, fixed: 0, newlyFlaky: 0 }} />
);
export const OnlySuiteChanges = () => (
  <ReportChangesLine
    reportId={85}
    changes={{
      base,
      previous: null,
      lastGreen: base,
      counts: { newFailure: 0, backAgain: 0, stillFailing: 0, fixed: 0, newlyFlaky: 0 },
      suiteChanges: {
        removed: { count: 2, tests: [] },
        renamed: { count: 0, tests: [] },
        newlySkipped: { count: 0, tests: [] },
        raisedRetries: { count: 0, limits: [] },
        raisedTimeouts: { count: 0, limits: [] },
        fewerAssertions: { count: 0, tests: [] },
      },
    }}
  />
);
export const First = () => (
  <ReportChangesLine reportId={85} changes={{ base: null, previous: null, lastGreen: null, counts: null }} />
);
export const OnABranch = () => (
  <main>
    <h1>Report</h1>
    <ReportChangesLine
      reportId={85}
      changes={{
        base,
        previous,
        lastGreen: previous,
        counts: { newFailure: 1, backAgain: 0, stillFailing: 0, fixed: 0, newlyFlaky: 0 },
      }}
    />
  </main>
);
export const OnlyOnItsBranch = () => (
  <ReportChangesLine reportId={85} changes={{ base: null, previous, lastGreen: green, counts: null }} />
);
export const Loading = () => <ReportChangesSkeleton />;
export const Failed = () => {
  const [tries, setTries] = useState(0);
  return (
    <>
      <ReportChangesFailure onRetry={() => setTries(tries + 1)} />
      <output>{tries}</output>
    </>
  );
};
