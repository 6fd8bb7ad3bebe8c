import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { Report, ReportSummary } from "./reports.ts";
import { TestStatus } from "#result-event.ts";

/** One test with how long it took. */
export const TestDuration = z.object({
  resultId: Id,
  /** Suites from the outside in, then the title, joined with ` › `. */
  name: z.string(),
  file: z.string().nullable(),
  /** Playwright project, browser or parameters; empty if there are none. */
  variant: z.string(),
  status: TestStatus,
  flaky: z.boolean(),
  /** Milliseconds, all attempts together. */
  duration: z.number(),
});
export type TestDuration = z.infer<typeof TestDuration>;

/** Failures whose normalised errors are equal. */
export const FailureReason = z.object({
  /** Equal for equal normalised errors; null gathers those without any message. */
  signature: z.string().nullable(),
  /** First line of the error of one of them; empty if none has a message. */
  reason: z.string(),
  /** What the error was about where its first line would fit any test: locator, expected and received value. */
  subject: z.string().nullable(),
  /** Tests that failed and tests that errored for it. */
  count: z.number().int().positive(),
  failed: z.number().int(),
  errored: z.number().int(),
  /** Share of all failed and errored tests, in percent, one decimal. */
  percentage: z.number(),
  /** One of them. */
  resultId: Id,
});
export type FailureReason = z.infer<typeof FailureReason>;

export const BrowserStats = z.object({
  /** Includes flaky. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  total: z.number().int(),
  /** As that of the report; null if none ran. */
  passRate: z.number().nullable(),
});
export type BrowserStats = z.infer<typeof BrowserStats>;

/** Group of tests without a browser. */
export const unknownBrowser = "Unknown Browser";

export const ReportMetrics = z.object({
  summary: z.object({
    ...ReportSummary.shape,
    /** Mean milliseconds of tests with a duration; `null` if there is none. */
    averageDuration: z.number().nullable(),
    /** Number of tests with a duration. */
    timed: z.number().int(),
  }),
  /** The slowest first, at most ten. */
  testDurations: z.array(TestDuration),
  /** The most frequent first, at most ten. */
  failureReasons: z.array(FailureReason),
  /** How many reasons there are in all. */
  failureReasonCount: z.number().int(),
  environmentInfo: z.object({
    name: z.string(),
    framework: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  /** By browser; the 50 with the most tests. */
  browserStats: z.record(z.string(), BrowserStats),
  testRun: Report.pick({
    id: true,
    number: true,
    testSuite: true,
    status: true,
    startTime: true,
    endTime: true,
    branch: true,
    commit: true,
    build: true,
    ciUrl: true,
  }),
});
export type ReportMetrics = z.infer<typeof ReportMetrics>;

export const readMetrics = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/metrics",
  summary: "Read the metrics of a report: slowest tests, failure reasons, browsers",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  response: success(ReportMetrics),
});
