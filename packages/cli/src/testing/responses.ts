import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";

/** Counters of a report with two passed tests. */
const passed = {
  reportId: 7,
  number: 3,
  url: "http://plumb.test/reports/7",
  suite: "web",
  status: "completed",
  total: 2,
  passed: 2,
  failed: 0,
  errored: 0,
  skipped: 0,
  flaky: 0,
} as const;

export function uploadedRun(change: Partial<UploadedRun> = {}): UploadedRun {
  return { ...passed, problems: [], ...change };
}

export function verdict(change: Partial<FileVerdict> = {}): FileVerdict {
  return { name: "a.xml", verdict: "imported", format: "junit", reportId: 7, tests: 2, reason: null, ...change };
}

/** Returns the response to a successful upload. */
export function accepted(runs: readonly UploadedRun[] = [uploadedRun()], files: readonly FileVerdict[] = [verdict()]) {
  return { status: 200, body: { success: true, data: runs.length === 1 ? runs[0] : runs, files } };
}

/** Returns an error response in the format of the server. */
export function refused(status: number, code: string, error: string, more: object = {}) {
  return { status, body: { success: false, code, error, ...more } };
}

/** Returns a gate report of two passed tests. */
export function gateReport(change: Partial<GateReport> = {}): GateReport {
  return {
    ...passed,
    environment: "staging",
    branch: "main",
    runError: false,
    incomplete: false,
    interruption: null,
    partial: null,
    collected: true,
    failures: [],
    tests: [],
    comparedWith: { number: 2, branch: "main", url: "http://plumb.test/reports/6" },
    suiteChanges: null,
    baseBranches: ["main"],
    ...change,
  };
}

/** Returns the response to a gate request. */
export function gateResponse(...reports: readonly GateReport[]) {
  return { status: 200, body: { success: true, data: reports } };
}
