import { ReportsList } from "./reports-list.tsx";
import { sampleReport } from "#lib/sample-report.ts";

const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
const threeMinutesAgo = new Date(Date.now() - 200_000).toISOString();

export const Green = () => <ReportsList reports={[sampleReport()]} />;
export const Red = () => (
  <ReportsList
    reports={[
      sampleReport(
        { id: 7, number: 12, status: "failed" },
        { total: 2001, passed: 1990, failed: 7, errored: 2, skipped: 2, flaky: 4, passRate: 99.9 },
      ),
    ]}
  />
);
export const Running = () => (
  <ReportsList
    reports={[sampleReport({ status: "running", branch: null, commit: null }, { total: 3, passed: 3, duration: null })]}
  />
);
export const Silent = () => (
  <ReportsList
    reports={[sampleReport({ status: "running", heardAt: threeMinutesAgo }, { total: 3, passed: 3, duration: null })]}
  />
);
export const InTouch = () => (
  <ReportsList
    reports={[sampleReport({ status: "running", heardAt: aMinuteAgo }, { total: 3, passed: 3, duration: null })]}
  />
);
export const PartialRun = () => <ReportsList reports={[sampleReport({ partial: "Run with --last-failed" })]} />;
export const NothingRan = () => (
  <ReportsList reports={[sampleReport({ status: "interrupted" }, { total: 0, passed: 0, passRate: null })]} />
);
export const Hostile = () => (
  <ReportsList
    reports={[
      sampleReport({
        testSuite: "<img src=x onerror=\"document.title='pwned'\">".repeat(200),
        environment: "\u202Egnigats",
        branch: "b".repeat(300),
        framework: "f".repeat(60),
      }),
    ]}
  />
);
