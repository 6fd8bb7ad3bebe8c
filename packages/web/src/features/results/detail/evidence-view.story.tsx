import type { FailureEvidence } from "@plumb/contract/failures/decisions.ts";
import { EvidenceView } from "./evidence-view.tsx";

const evidence: FailureEvidence = {
  primaryClass: "Environment Issue",
  subClass: { code: "E1", name: "Application Unreachable / Not Started" },
  confidence: 96,
  reason: "Classified by the rule “connection-refused”. 96% of verdicts like this one are correct.",
  lines: ["connect ECONNREFUSED 10.0.0.7:5432"],
  alternatives: [],
  parts: [
    { name: "Error type", value: "Error" },
    { name: "Host", value: "10.0.0.7:5432" },
  ],
  failingStep: null,
  sinceLastPass: {
    runId: 84,
    runNumber: 1284,
    at: "2030-01-01T00:00:00Z",
    firstFailure: { runId: 85, runNumber: 1285, at: "2030-01-02T00:00:00Z" },
    differences: [
      { name: "Commit", about: "commit", before: "aaaaaaa", after: "bbbbbbb Use one query" },
      { name: "Duration", about: "duration", before: "1.2 s", after: "3.6 s" },
    ],
    commits: { from: "aaaaaaaaaaaa", to: "bbbbbbbbbbbb" },
  },
  similar: [
    {
      resultId: 7,
      runId: 83,
      runNumber: 1283,
      testName: "cart › opens",
      at: "2029-12-31T00:00:00Z",
      primaryClass: "Environment Issue",
      decidedBy: "rule",
      passedSince: true,
    },
  ],
  groupId: 12,
};

function Page({ change }: { readonly change: Partial<FailureEvidence> }) {
  return (
    <main>
      <h1>Test</h1>
      <h2>Attempt</h2>
      <h3>AI Insight</h3>
      <EvidenceView evidence={{ ...evidence, ...change }} />
    </main>
  );
}

export const Known = () => <Page change={{}} />;
export const Nothing = () => (
  <Page change={{ parts: [], sinceLastPass: null, similar: [], groupId: null, reason: "The report has no error." }} />
);
export const Hostile = () => (
  <Page
    change={{
      parts: [{ name: "Target", value: `<img src=x onerror="document.title='pwned'">${"x".repeat(2000)}` }],
    }}
  />
);
