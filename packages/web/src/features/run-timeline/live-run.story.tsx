import type { LiveFailure, LiveRun, RunningTest, RunPace } from "@plumb/contract/runs/live-run.ts";
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
    picture: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path d="M0 0h8v5H0z" fill="#357"/></svg>')}`,
  },
  {
    resultId: 92,
    name: names[2] ?? "",
    variant: "chromium",
    errorLine: "Expected 3 products, received 0",
    similar: 1,
    picture: null,
  },
  {
    resultId: 93,
    name: names[3] ?? "",
    variant: "",
    errorLine: null,
    similar: 1,
    picture: "data:image/png;base64,AAAA",
  },
];

interface ExampleProps {
  readonly tests?: readonly RunningTest[];
  readonly runningCount?: number;
  readonly failures?: readonly LiveFailure[];
  readonly state?: "ended" | "failed" | "loading" | "running";
  readonly summary?: Partial<ReportSummary>;
  readonly expected?: number;
  readonly pace?: RunPace;
  /** Time since the start of the run. */
  readonly elapsedMs?: number;
}

/** Usual runs take 100 seconds, at a steady pace. */
const steady: RunPace = { runs: 5, durationMs: 100_000, marks: Array.from({ length: 20 }, (_, i) => 5000 * (i + 1)) };

function Example({
  tests = [],
  runningCount = tests.length,
  state = "running",
  expected = 190,
  ...rest
}: ExampleProps) {
  const [now] = useState(() => new Date().toISOString());
  const [startTime] = useState(() => new Date(Date.now() - (rest.elapsedMs ?? 30_000)).toISOString());
  const live: LiveRun = { now, running: [...tests], runningCount, failures: [...(rest.failures ?? [])] };
  const lanes = liveLanes([], tests).map((lane) => (state === "ended" ? { ...lane, test: null } : lane));
  const progress = { expected, running: tests.length, remaining: expected - tests.length, endsAt: null };
  const failed = (rest.failures ?? []).reduce((sum, { similar }) => sum + similar, 0);
  const summary = { total: expected, passed: 60, failed, errored: 0, skipped: 2, ...rest.summary };
  return (
    <main>
      <h1>Report</h1>
      <LiveRunView
        report={sampleReport({ status: state === "ended" ? "failed" : "running", progress, startTime }, summary)}
        live={state === "loading" || state === "failed" ? undefined : live}
        pace={rest.pace ?? null}
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
export const SlowerThanUsual = () => (
  <Example
    tests={running(4)}
    failures={failures}
    pace={steady}
    elapsedMs={54_000}
    expected={100}
    summary={{ passed: 44 }}
  />
);
export const Green = () => (
  <Example tests={running(4)} pace={steady} elapsedMs={31_000} expected={100} summary={{ passed: 34 }} />
);
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
      picture: null,
    }))}
  />
);
export const RightToLeft = () => (
  <Example
    tests={running(2, { name: "سلة التسوق › يضيف منتجا", variant: "" })}
    failures={[
      { resultId: 91, name: "سلة التسوق", variant: "", errorLine: "خطأ: القيمة غير متوقعة", similar: 1, picture: null },
    ]}
  />
);
