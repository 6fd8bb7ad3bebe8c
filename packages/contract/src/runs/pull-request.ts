import { z } from "zod";
import { FailureClass } from "#failures/verdict.ts";
import { endpoint, Id, success, Timestamp } from "#endpoint.ts";
import { Inline } from "#text/rich-text.ts";
import { ReportQuery } from "./gate.ts";
import { RunStatus } from "./reports.ts";
import { RaisedLimit } from "./suite-changes.ts";
import { testCounts } from "./test-counts.ts";

const count = z.number().int().nonnegative();

/**
 * Kinds of failures in a pull request. Each failure has the first kind that applies: `quarantined`, `known`, `flaky` (see `GateExcuses`), or `new`. A
 * cause that the base does not have is new even in a test that is in quarantine, fails in the base or is flaky.
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
  /** Test and error, such as `“checkout” fails: applyVoucher is not defined`. */
  title: z.string(),
  /** The first test with its file and line; `null` if it was deleted. */
  location: z.string().nullable(),
  failures: count,
  /** How many of the failures occurred before the base, but not in it. */
  back: count,
  /** How many of the failures are of tests that failed in the base for other causes; only for `new`. */
  changedCause: count,
  /** How many of the failures are of tests that were flaky, and of tests in quarantine; only for `new`. */
  flakyTests: count,
  quarantinedTests: count,
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
  /**
   * How the cause began and who works on it, as one line without its owners; for known causes, in the base. Empty if it was not read. Older servers do
   * not return it.
   */
  story: z.array(Inline).optional(),
  /** The latest open ticket and the latest open analysis item about the cause, as in the story. */
  ticket: z.object({ key: z.string(), url: z.string().nullable() }).nullable(),
  item: z.object({ title: z.string(), url: z.string() }).nullable(),
  /** The commit of the story; `null` if it is unknown. */
  suspect: z.object({ hash: z.string(), subject: z.string(), author: z.string() }).nullable(),
  /** The most promising fix. */
  fix: z.object({ text: z.string(), code: z.string().nullable() }).nullable(),
  /**
   * Run of the base's branch in which the first test began to fail; `null` if it did not fail in the base. `atLeast` is true if earlier runs, which were not
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

/** A test that the runs lost: removed, or skipped. */
export const LostTest = TestLink.extend({
  /** Number of causes that it ever failed for. */
  caught: count,
});
export type LostTest = z.infer<typeof LostTest>;

const RaisedLimitLink = RaisedLimit.extend({ test: TestLink });
export type RaisedLimitLink = z.infer<typeof RaisedLimitLink>;

/** Changes of the suites. Only covers complete runs with a base. */
export const PullRequestSuiteChanges = z.object({
  /** Tests of the base that the head does not have. The address is the one of their result in the base. */
  removed: z.object({ count, tests: z.array(LostTest) }),
  /** Tests that run under a new name or in another file: users linked them, or their names match. */
  renamed: z.object({ count, tests: z.array(TestLink.extend({ before: z.string() })) }),
  /** Tests that ran in the base, and are skipped in the head. */
  newlySkipped: z.object({ count, tests: z.array(LostTest) }),
  /** Tests of both runs with more retries or a longer time limit in the head, by variant. See `RaisedLimit`. */
  raisedRetries: z.object({ count, limits: z.array(RaisedLimitLink) }),
  raisedTimeouts: z.object({ count, limits: z.array(RaisedLimitLink) }),
  /** Tests that pass in both runs, with fewer assertions in the head. */
  fewerAssertions: z.object({ count, tests: z.array(TestLink.extend({ before: count, after: count })) }),
});
export type PullRequestSuiteChanges = z.infer<typeof PullRequestSuiteChanges>;

/** A suite that the commit of the base has a report of, and the head does not. */
export const MissingSuite = z.object({ suite: z.string(), environment: z.string(), number: count, url: z.string() });
export type MissingSuite = z.infer<typeof MissingSuite>;

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
  suiteChanges: PullRequestSuiteChanges,
  /** Suites and environments that the commit of the base has a report of, and the head does not, at most 20. */
  missing: z.array(MissingSuite),
  /** Number of reports that are still running. */
  running: count,
  reports: z.array(PullRequestReport),
  /** Total number of reports. Causes and counts cover the first 200, failed ones first. */
  reportCount: count,
});
export type PullRequestSummary = z.infer<typeof PullRequestSummary>;

export const readPullRequestSummary = endpoint({
  method: "GET",
  path: "/api/pull-request",
  summary:
    "Summarize a report, all reports of a build, or the latest reports of a commit, for a pull request: failures by cause, compared with the base branch",
  allow: "ingest",
  query: ReportQuery,
  response: success(PullRequestSummary),
});
