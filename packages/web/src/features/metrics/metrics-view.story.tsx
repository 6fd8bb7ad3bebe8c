import type { ReportMetrics } from "@plumb/contract/runs/metrics.ts";
import { useState } from "react";
import { MetricsView, type Top } from "./metrics-view.tsx";
import { sampleMetrics } from "./sample-metrics.ts";

function Example({ metrics }: { readonly metrics: ReportMetrics }) {
  const [top, setTop] = useState<Top>(3);
  return (
    <main>
      <h1>Report</h1>
      <MetricsView metrics={metrics} top={top} onTop={setTop} />
    </main>
  );
}

const { summary } = sampleMetrics;
const counts = { passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
const unknown = { duration: null, testDuration: 0, averageDuration: null, timed: 0 };

export const WithFailures = () => <Example metrics={sampleMetrics} />;
export const NoDurations = () => (
  <Example
    metrics={{
      ...sampleMetrics,
      summary: { ...summary, ...counts, ...unknown, total: 3, passed: 3, passRate: 100, firstAttemptPassRate: 100 },
      testDurations: [],
      failureReasons: [],
      failureReasonCount: 0,
    }}
  />
);
export const NoTests = () => (
  <Example
    metrics={{
      ...sampleMetrics,
      summary: { ...summary, ...counts, ...unknown, total: 0, passRate: null, firstAttemptPassRate: null },
      testDurations: [],
      failureReasons: [],
      failureReasonCount: 0,
      browserStats: {},
    }}
  />
);
export const Hostile = () => (
  <Example
    metrics={{
      ...sampleMetrics,
      testDurations: sampleMetrics.testDurations.map((test) => ({
        ...test,
        name: `<img src=x onerror="document.title='pwned'">${"n".repeat(2000)}`,
      })),
      failureReasons: sampleMetrics.failureReasons.map((reason) => ({
        ...reason,
        reason: `<b>${"r".repeat(300)}`,
        subject: "s".repeat(240),
      })),
      environmentInfo: {
        name: "e".repeat(500),
        framework: "f".repeat(500),
        metadata: { ["k".repeat(300)]: "v".repeat(900) },
      },
      testRun: { ...sampleMetrics.testRun, ciUrl: "javascript:alert(1)" },
    }}
  />
);
