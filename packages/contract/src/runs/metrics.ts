import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { Report, ReportSummary } from "./reports.ts";
import { TestStatus } from "#result-event.ts";

/** A test with its duration. */
export const TestDuration = z.object({
  resultId: Id,
  /** Suites from the outermost to the innermost, then the title, joined with ` › `. */
  name: z.string(),
  file: z.string().nullable(),
  /** Playwright project, browser or parameters; empty if there are none. */
  variant: z.string(),
  status: TestStatus,
  flaky: z.boolean(),
  /** Milliseconds of all attempts. */
  duration: z.number(),
});
export type TestDuration = z.infer<typeof TestDuration>;

/** Failures with the same normalised error. */
export const FailureReason = z.object({
  /** Equal for equal normalised errors; `null` for all failures without a message. */
  signature: z.string().nullable(),
  /** First line of an error; empty if no failure has a message. */
  reason: z.string(),
  /** Subject of the error (locator, expected and received value) if its first line is too general. */
  subject: z.string().nullable(),
  /** Number of failed tests and of errored tests. */
  count: z.number().int().positive(),
  failed: z.number().int(),
  errored: z.number().int(),
  /** Share of all failed and errored tests in percent, to one decimal. */
  percentage: z.number(),
  /** One of them. */
  resultId: Id,
});
export type FailureReason = z.infer<typeof FailureReason>;

export const BrowserStats = z.object({
  /** Includes flaky tests. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  total: z.number().int(),
  /** Calculated like the pass rate of the report; `null` if no test ran. */
  passRate: z.number().nullable(),
});
export type BrowserStats = z.infer<typeof BrowserStats>;

/** Key for tests without a browser. */
export const unknownBrowser = "Unknown Browser";

export const ReportMetrics = z.object({
  summary: z.object({
    ...ReportSummary.shape,
    /** Mean duration in milliseconds of tests with a duration; `null` if there are none. */
    averageDuration: z.number().nullable(),
    /** Number of tests with a duration. */
    timed: z.number().int(),
  }),
  /** The ten slowest tests, slowest first. */
  testDurations: z.array(TestDuration),
  /** The ten most frequent reasons, most frequent first. */
  failureReasons: z.array(FailureReason),
  /** Total number of reasons. */
  failureReasonCount: z.number().int(),
  environmentInfo: z.object({
    name: z.string(),
    framework: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  /** By browser, for the 50 browsers with the most tests. */
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
