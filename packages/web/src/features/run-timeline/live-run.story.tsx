import type { LiveFailure, LiveRun, RunningTest } from "@plumb/contract/runs/live-run.ts";
import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import { useState } from "react";
import { sampleReport } from "#lib/sample-report.ts";
import { liveLanes } from "./live-lanes.ts";
import { LiveRunView } from "./live-run-view.tsx";

const names = [
  "Checkout › pays by card",
  "Checkout › combines a gift card with points",
  "Search › finds products by names with accents",
  "Orders › exports the orders of a year as a spreadsheet",
];

function running(count: number, change: Partial<RunningTest> = {}): RunningTest[] {
  return Array.from({ length: count }, (_, index) => ({
    resultId: index + 1,
    name: names[index % names.length] ?? "",
    variant: index % 2 === 0 ? "chromium" : "firefox",
    uploadId: 1 + Math.floor(index / 4),
    file: "Playwright reporter",
    shard: count > 4 ? 1 + Math.floor(index / 4) : null,
    worker: index % 4,
    startedAt: new Date(Date.now() - (index + 1) * 7300).toISOString(),
    ...change,
  }));
}

const failures: LiveFailure[] = [
  {
    resultId: 91,
    name: names[1] ?? "",
    variant: "firefox",
    errorLine: "TypeError: Cannot read properties of undefined (reading 'balance')",
    similar: 2,
  },
  { resultId: 92, name: names[2] ?? "", variant: "chromium", errorLine: "Expected 3 products, received 0", similar: 1 },
  { resultId: 93, name: names[3] ?? "", variant: "", errorLine: null, similar: 1 },
];

interface ExampleProps {
  readonly tests?: readonly RunningTest[];
  readonly runningCount?: number;
  readonly failures?: readonly LiveFailure[];
  readonly state?: "ended" | "failed" | "loading" | "running";
  readonly summary?: Partial<ReportSummary>;
  readonly expected?: number;
}

function Example({
  tests = [],
  runningCount = tests.length,
  state = "running",
  expected = 190,
  ...rest
}: ExampleProps) {
  const [now] = useState(() => new Date().toISOString());
  const live: LiveRun = { now, running: [...tests], runningCount, failures: [...(rest.failures ?? [])] };
  const lanes = liveLanes([], tests).map((lane) => (state === "ended" ? { ...lane, test: null } : lane));
  const progress = { expected, running: tests.length, remaining: expected - tests.length, endsAt: null };
  const failed = (rest.failures ?? []).reduce((sum, { similar }) => sum + similar, 0);
  const summary = { total: expected, passed: 60, failed, errored: 0, skipped: 2, ...rest.summary };
  return (
    <main>
      <h1>Report</h1>
      <LiveRunView
        report={sampleReport({ status: state === "ended" ? "failed" : "running", progress }, summary)}
        live={state === "loading" || state === "failed" ? undefined : live}
        lanes={lanes}
        skewMs={0}
        failed={state === "failed"}
        onHide={state === "ended" ? () => undefined : null}
      />
      <p>The tests of the report</p>
    </main>
  );
}

export const FourWorkers = () => <Example tests={running(4)} failures={failures} />;
export const Shards = () => <Example tests={running(12)} failures={failures} />;
export const WithoutWorkers = () => <Example tests={running(3, { worker: null, startedAt: null, shard: null })} />;
export const NothingYet = () => <Example summary={{ passed: 0, skipped: 0 }} />;
export const Ended = () => <Example tests={running(4)} failures={failures} state="ended" />;
export const Loading = () => <Example state="loading" />;
export const Unavailable = () => <Example state="failed" />;
export const Huge = () => (
  <Example
    tests={running(100)}
    runningCount={200}
    expected={50_000}
    summary={{ passed: 31_000 }}
    failures={Array.from({ length: 20 }, (_, index) => ({
      resultId: 1000 + index,
      name: "Orders › ".repeat(40),
      variant: "v".repeat(200),
      errorLine: `Error ${index}: ${"x".repeat(500)}`,
      similar: 1234,
    }))}
  />
);
export const RightToLeft = () => (
  <Example
    tests={running(2, { name: "سلة التسوق › يضيف منتجا", variant: "" })}
    failures={[{ resultId: 91, name: "سلة التسوق", variant: "", errorLine: "خطأ: القيمة غير متوقعة", similar: 1 }]}
  />
);
