import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { Readable } from "node:stream";
import type { PrintedOutput } from "@plumb/contract/runs/run-output.ts";
import type { Problem, Report } from "@plumb/contract/runs/reports.ts";
import type { ExportedArtifact, ExportedResult, ReportSource } from "#exports/source/report-source.ts";

interface ReportOptions {
  readonly tests: number;
  /** Number of failed tests, which come first, as in every list. */
  readonly failures: number;
  /** Differences of a result from the defaults. */
  readonly change?: (index: number) => Partial<ExportedResult>;
  readonly report?: Partial<Report>;
  readonly problems?: readonly Problem[];
  readonly printed?: readonly PrintedOutput[];
  readonly runFiles?: readonly ExportedArtifact[];
  /** States of failed results; missing if there is no base run. */
  readonly states?: Readonly<Record<number, FailureState>>;
  /** Contents by the hash that artifacts reference. */
  readonly blobs?: Readonly<Record<string, Uint8Array>>;
  readonly resultId?: number;
}

/** Returns a report of any size that is not stored: each result is created when it is read. */
export function generatedReport({
  tests,
  failures,
  change,
  report,
  problems = [],
  printed = [],
  runFiles = [],
  states,
  blobs = {},
  resultId,
}: ReportOptions): ReportSource {
  const resultAt = (index: number): ExportedResult => ({
    ...generatedResult(index, index < failures),
    ...change?.(index),
  });
  async function* results(count: number): AsyncGenerator<ExportedResult> {
    if (resultId !== undefined) yield resultAt(resultId - 1);
    else for (let index = 0; index < count; index += 1) yield resultAt(index);
  }
  async function* these(ids: readonly number[]): AsyncGenerator<ExportedResult> {
    for (const id of ids) yield resultAt(id - 1);
  }
  return {
    report: { ...madeSummary(tests, failures), ...report },
    projectName: "Shop",
    total: resultId === undefined ? tests : 1,
    resultId: resultId ?? null,
    key: "0".repeat(64),
    problems: async () => problems,
    rows: () => results(tests),
    failingStates: async () =>
      states === undefined ? null : new Map(Object.entries(states).map(([id, state]) => [Number(id), state])),
    results: (only) => (only === undefined ? results(tests) : these(only)),
    printed: () => Readable.from(printed) as AsyncIterable<PrintedOutput>,
    runFiles: async () => runFiles,
    openBlob: async (hash) => (blobs[hash] === undefined ? null : Readable.from([Buffer.from(blobs[hash])])),
  };
}

function madeSummary(tests: number, failures: number): Report {
  const passRate = tests === 0 ? null : Math.round(((tests - failures) / tests) * 1000) / 10;
  return {
    id: 7,
    projectId: 1,
    number: 42,
    testSuite: "checkout",
    status: failures > 0 ? "failed" : "completed",
    framework: "playwright",
    environment: "staging",
    branch: "main",
    commit: "4f2a9c1d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39",
    build: "1042",
    commitAuthor: null,
    pullRequest: null,
    ciUrl: null,
    startTime: "2026-03-04T09:00:00.000Z",
    endTime: "2026-03-04T09:12:30.000Z",
    tags: ["nightly"],
    facts: ["browser=chrome-143"],
    metadata: { os: "linux" },
    authors: ["ann", "bob"],
    failedAuthors: failures > 0 ? ["ann"] : [],
    summary: {
      total: tests,
      passed: tests - failures,
      failed: failures,
      errored: 0,
      skipped: 0,
      flaky: 0,
      duration: 750_000,
      testDuration: 1_500_000,
      passRate,
      firstAttemptPassRate: passRate,
    },
    problemCount: 0,
    outputCount: 0,
    kept: false,
  };
}

function generatedResult(index: number, failed: boolean): ExportedResult {
  const error = `Error: expect(received).toBe(expected)\n\nExpected: ${index}\nReceived: ${index + 1}`;
  const status = failed ? "failed" : "passed";
  return {
    id: index + 1,
    testId: index + 1,
    file: `tests/${["cart", "checkout", "search", "profile"][index % 4]}/area-${Math.floor(index / 40) % 250}.spec.ts`,
    titlePath: [`area ${Math.floor(index / 40) % 250}`, `does thing number ${index} as a customer expects it`],
    variant: "chromium",
    occurrence: 1,
    status,
    flaky: false,
    retries: failed ? 1 : 0,
    duration: 200 + ((index * 7919) % 9000),
    browser: "chromium",
    author: index % 2 === 0 ? "ann" : "bob",
    errorLine: failed ? "Error: expect(received).toBe(expected)" : null,
    failureSignature: failed ? "0123456789abcdef" : null,
    line: 12,
    tags: [],
    annotations: [],
    skipReason: null,
    appliedClass: null,
    attempts: Array.from({ length: failed ? 2 : 1 }, (_, attempt) => ({
      index: attempt,
      status,
      startTime: "2026-03-04T09:00:01.000Z",
      duration: 300,
      worker: index % 4,
      errors: failed
        ? [
            {
              message: error,
              snippet: "  11 |   await pay(card);\n> 12 |   expect(total).toBe(9);\n     |                 ^",
              stack: `${error}\n    at tests/cart.spec.ts:12:17`,
              file: "tests/cart.spec.ts",
              line: 12,
              column: 17,
            },
          ]
        : [],
      steps: ["Before Hooks", "page.goto(/cart)", "expect.toBe"].map((title, step) => ({
        title,
        depth: 0,
        status: failed && step === 2 ? "failed" : "passed",
        duration: 40,
      })),
      stdout: "",
      stderr: "",
    })),
    artifacts: [],
  };
}

export function generatedArtifact(id: number, change: Partial<ExportedArtifact>): ExportedArtifact {
  return {
    id,
    attempt: 1,
    name: "screenshot.png",
    kind: "screenshot",
    contentType: "image/png",
    size: 1000,
    path: null,
    blobHash: null,
    ...change,
  };
}
