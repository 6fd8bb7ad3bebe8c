import type { FailureAnalysis, FailureCluster, ModelShare } from "@plumb/contract/runs/insights.ts";
import { useState } from "react";
import { type InsightsState, InsightsView } from "./insights-view.tsx";

function Example({ state, mayAnalyze = true }: { readonly state: InsightsState; readonly mayAnalyze?: boolean }) {
  const [done, setDone] = useState("");
  return (
    <main>
      <h1>Report</h1>
      <InsightsView
        reportId={7}
        state={state}
        mayAnalyze={mayAnalyze}
        onAnalyze={() => setDone("analyze")}
        onBackground={() => setDone("background")}
        onRetry={() => setDone("retry")}
      />
      <output>{done}</output>
    </main>
  );
}

const cluster = (change: Partial<FailureCluster>): FailureCluster => ({
  id: "1",
  rootCause: "The payment service answers 500",
  testCount: 14,
  confidence: 91,
  setBy: null,
  llmEnhanced: true,
  technicalAnalysis: "All of them wait for POST /payments.\nIt answers 500 within 40 ms.",
  recommendations: ["Look at the log of the payment service at 09:02.", "Let the tests say what was answered."],
  tests: Array.from({ length: 14 }, (_, index) => ({ resultId: 100 + index, name: `Checkout › pays, case ${index}` })),
  metadata: { browsers: ["chromium", "webkit"], environments: ["staging"], avgDuration: 31_204 },
  ...change,
});

const insights = {
  confidence: 88,
  totalFailedTests: 16,
  clusterCount: 2,
  summary: "Nearly all failures come from the payment service.",
  recommendations: ["Fix the payment service.", "Run the suite again.", "Raise no timeouts.", "A fourth one."],
};

const analysis: FailureAnalysis = {
  status: "completed",
  insights,
  clusters: [
    cluster({}),
    cluster({
      id: "2",
      rootCause: "A date in the fixture has passed",
      testCount: 1,
      confidence: 72,
      llmEnhanced: false,
      technicalAnalysis: null,
      recommendations: [],
      tests: [{ resultId: 200, name: "Account › shows the card" }],
      metadata: { browsers: [], environments: [], avgDuration: null },
    }),
    cluster({
      id: "3",
      rootCause: `<b onmouseover="document.title='pwned'">${"c".repeat(2000)}`,
      testCount: 1,
      confidence: 40,
      tests: [{ resultId: 201, name: "n".repeat(2000) }],
    }),
  ],
  llm: null,
  timestamp: "2026-03-04T09:10:00.000Z",
  error: null,
};

const llm: ModelShare = {
  model: "tiny-instruct",
  pending: 0,
  kept: 1,
  tokensIn: 1800,
  tokensOut: 400,
  cost: 0.0042,
  note: null,
};

export const None = () => <Example state={{ kind: "none", failures: 16 }} />;
export const NoneForReaders = () => <Example state={{ kind: "none", failures: 16 }} mayAnalyze={false} />;
export const NothingFailed = () => <Example state={{ kind: "none", failures: 0 }} />;
export const Running = () => <Example state={{ kind: "running", background: true }} />;
export const Failed = () => (
  <Example state={{ kind: "failed", error: "Analysis failed: The analysis was interrupted. Try again." }} />
);
const decided = {
  class: "Test Data Issue",
  decision: { by: "Ben Lindqvist", at: "2026-03-04T09:20:00.000Z" },
} as const;

export const SetByPeople = () => (
  <Example
    state={{
      kind: "result",
      insights,
      analysis: {
        ...analysis,
        clusters: [
          cluster({ confidence: null, setBy: decided }),
          cluster({
            id: "2",
            rootCause: "The stock is empty",
            confidence: null,
            setBy: { ...decided, decision: null },
          }),
        ],
      },
    }}
  />
);
export const Result = () => <Example state={{ kind: "result", analysis, insights }} />;
const withModel = (change: Partial<ModelShare>): InsightsState => ({
  kind: "result",
  analysis: { ...analysis, llm: { ...llm, ...change } },
  insights,
});
export const ModelAtWork = () => <Example state={withModel({ pending: 2, kept: 0, tokensIn: 0, tokensOut: 0 })} />;
export const ModelDone = () => <Example state={withModel({})} />;
export const ModelLeftSome = () => (
  <Example
    state={withModel({
      cost: null,
      note: "The service received too many requests (HTTP 429). Try again later. 2 of 3 causes are described by the engine only.",
    })}
  />
);
export const ModelLeftSomeForReaders = () => (
  <Example state={withModel({ note: "Try again later." })} mayAnalyze={false} />
);
