import { z } from "zod";
import { FailureClass } from "#failures/verdict.ts";
import { type Endpoint, endpoint, Id, success, Timestamp } from "#endpoint.ts";
import { readGate, ReportQuery } from "./gate.ts";
import { RunStatus } from "./reports.ts";
import { testCounts } from "./test-counts.ts";

const count = z.number().int().nonnegative();

/**
 * Kinds of failures in a pull request. Each failure has the first kind that applies: `quarantined` when the run started, `known` (it also
 * failed in the base), `flaky` (the project classifies the test as flaky), or `new`.
 */
export const PullRequestKind = z.enum(["quarantined", "known", "flaky", "new"]);
export type PullRequestKind = z.infer<typeof PullRequestKind>;

const TestLink = z.object({
  /** Name with its suites; untrusted text. */
  name: z.string(),
  /** Address of the page for users. */
  url: z.string(),
});
export type TestLink = z.infer<typeof TestLink>;

const ComparedRun = z.object({ number: count, branch: z.string().nullable(), url: z.string() });

/** Failures of one kind with the same cause, in all requested reports. All its texts except the class are untrusted. */
export const PullRequestCause = z.object({
  kind: PullRequestKind.exclude(["quarantined"]),
  failures: count,
  /** How many of the failures occurred before the base, but not in it. */
  back: count,
  primaryClass: FailureClass.nullable(),
  subClass: z.string().nullable(),
  /** In percent; `null` without a class, and if a user decided. */
  confidence: count.max(100).nullable(),
  /** Owners of the listed tests. */
  owners: z.array(z.string()),
  errorLine: z.string().nullable(),
  /** Lines of the error that the class is based on. */
  evidence: z.array(z.string()),
  tests: z.array(TestLink),
  /** Page of a result with a screenshot; `null` if there is none. */
  screenshotUrl: z.string().nullable(),
  /** The most promising fix. */
  fix: z.object({ text: z.string(), code: z.string().nullable() }).nullable(),
  /**
   * Run of the base's branch in which the first test began to fail; `null` for new failures. `atLeast` is true if earlier runs, which were not
   * searched, may have failed too.
   */
  since: ComparedRun.extend({ atLeast: z.boolean() }).nullable(),
});
export type PullRequestCause = z.infer<typeof PullRequestCause>;

/** Maximum numbers of listed causes, tests per cause, tests per kind of change, and reports. The counts cover all. */
export const pullRequestLimits = {
  causes: 20,
  testsOfCause: 3,
  tests: 10,
  reports: 20,
  evidence: 3,
  text: 300,
} as const;

export const PullRequestReport = z.object({
  reportId: Id,
  number: count,
  url: z.string(),
  suite: z.string(),
  environment: z.string(),
  status: RunStatus,
  ...testCounts,
  comparedWith: ComparedRun.nullable(),
});
export type PullRequestReport = z.infer<typeof PullRequestReport>;

/** Summary of reports for a pull request: its failures by cause, compared with the base branch. */
export const PullRequestSummary = z.object({
  projectId: Id,
  projectName: z.string(),
  /** Public address of the server. Older servers do not return it. */
  publicUrl: z.string().optional(),
  /** When the summary was read, on the clock of the server. */
  readAt: Timestamp,
  /** Failed and errored results by kind; `back` is a part of `new`. */
  failures: z.object({ quarantined: count, known: count, flaky: count, new: count, back: count }),
  /** New causes come first, then known, then flaky ones; each by number of failures. */
  causes: z.array(PullRequestCause),
  /** Number of failures that belong to no listed cause, by kind. */
  unlisted: z.object({ known: count, flaky: count, new: count }),
  fixed: z.object({ count, tests: z.array(TestLink) }),
  /** Tests that passed only after a failed attempt, and were not flaky in the base. */
  newlyFlaky: z.object({ count, tests: z.array(TestLink) }),
  reports: z.array(PullRequestReport),
  /** Total number of reports. Causes and counts cover the first 200, failed ones first. */
  reportCount: count,
});
export type PullRequestSummary = z.infer<typeof PullRequestSummary>;

export const readPullRequestSummary = endpoint({
  method: "GET",
  path: "/api/pull-request",
  summary:
    "Summarize a report, or all reports of a build, for a pull request: failures by cause, compared with the base branch",
  allow: "ingest",
  query: ReportQuery,
  response: success(PullRequestSummary),
});

/** In the order of the API document. */
export const gateEndpoints: readonly Endpoint[] = [readGate, readPullRequestSummary];
