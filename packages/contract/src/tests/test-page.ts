import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { TestStatus } from "#result-event.ts";
import { QuarantineRow } from "./quarantine.ts";
import { EvidenceKind, NamedRun, TestCause, TestState, TestSummary } from "./tests.ts";

const Count = z.number().int().min(0);

/** A run that indicates that a test is flaky. */
export const Evidence = z.object({
  kind: EvidenceKind,
  /** Run in which the test failed or needed another attempt. */
  run: NamedRun,
  /** Run that passed under the same conditions; `null` for a retry. */
  against: NamedRun.nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const StateChange = z.object({ from: TestState, to: TestState, at: Timestamp });
export type StateChange = z.infer<typeof StateChange>;

/** A test that is, or may be, the same test under another name. */
export const RelatedTest = z.object({
  id: Id,
  file: z.string().nullable(),
  titlePath: z.array(z.string()),
  variant: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});
export type RelatedTest = z.infer<typeof RelatedTest>;

/** Results of a test on a day (UTC). */
export const TestDay = z.object({
  day: z.iso.date(),
  /** Includes flaky results. */
  passed: Count,
  /** Failed or errored results. */
  failed: Count,
  skipped: Count,
  flaky: Count,
  /** Mean duration in milliseconds, without runs that have no duration. */
  duration: z.number().nullable(),
});
export type TestDay = z.infer<typeof TestDay>;

export const TestDetails = TestSummary.extend({
  /** Number of days that the rule evaluates. `score`, `executions`, `leftOut` and `lostTime` cover these days. */
  windowDays: Count,
  evidenceRuns: z.array(Evidence),
  /** The last run before the current state began to show, and the first run that shows it, in the same suite, environment and branch. */
  bracket: z
    .object({
      lastGood: NamedRun.nullable(),
      firstBad: NamedRun,
      environment: z.string(),
      /** Subject and author of the commit of `firstBad`, as its report has them; empty if unknown. */
      firstBadSubject: z.string(),
      firstBadAuthor: z.string(),
    })
    .nullable(),
  /** Latest first. */
  changes: z.array(StateChange),
  /** All causes of its stored failures, most frequent first. */
  allCauses: z.array(TestCause),
  /** Tests that also started to fail in the same run: the first ten, and the total number. */
  turnedRedTogether: z.object({
    tests: z.array(z.object({ id: Id, titlePath: z.array(z.string()), variant: z.string() })),
    total: Count,
  }),
  /** Environments and branches in which the test ran. */
  environments: z.array(z.string()),
  branches: z.array(z.string()),
  /** Main branches of the project, whether or not the test ran there. */
  mainBranches: z.array(z.string()),
  /** The current test, if this one was renamed. All data here belongs to the current test. */
  sameAs: RelatedTest.nullable(),
  /** Earlier names of this test. */
  formerly: z.array(RelatedTest),
  /** Tests with similar names that appeared when this one disappeared, or the other way round. */
  suggestions: z.array(RelatedTest),
  quarantines: z.array(QuarantineRow),
});
export type TestDetails = z.infer<typeof TestDetails>;

/** A test in one run. */
export const TestExecution = z.object({
  resultId: Id,
  run: NamedRun,
  suite: z.string(),
  environment: z.string(),
  /** Facts of the upload with this result, `key=value`. */
  facts: z.array(z.string()),
  status: TestStatus,
  flaky: z.boolean(),
  retries: Count,
  /** Milliseconds of all attempts. */
  duration: z.number().nullable(),
  errorLine: z.string().nullable(),
  groupId: Id.nullable(),
  /** True if the failure is part of an incident. */
  outage: z.boolean(),
});
export type TestExecution = z.infer<typeof TestExecution>;

const params = z.object({ projectId: Id, testId: Id });

export const readTest = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/tests/:testId",
  summary: "Read a test over time: state and evidence, causes, first failing run, earlier names",
  allow: "project:read",
  params,
  response: success(TestDetails),
});

export const listTestDays = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/tests/:testId/days",
  summary: "List outcomes and durations of a test by day (UTC); daily results are kept when reports are deleted",
  allow: "project:read",
  params,
  query: z.object({
    days: z.coerce.number().int().min(1).max(366).default(90),
    environment: z.string().max(300).optional(),
    branch: z.string().max(300).optional(),
  }),
  response: success(z.array(TestDay)),
});

export const listTestExecutions = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/tests/:testId/executions",
  summary: "List the runs of a test with existing reports, latest first",
  allow: "project:read",
  params,
  query: z.object({
    environment: z.string().max(300).optional(),
    branch: z.string().max(300).optional(),
    offset: z.coerce.number().int().min(0).max(5000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(60),
  }),
  response: success(z.array(TestExecution), { more: z.boolean() }),
});

export const mergeTest = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/tests/:testId/same-as",
  summary: "Join a test with its new name after a rename or move. null separates them",
  allow: "project:triage",
  params,
  body: z.object({ testId: Id.nullable() }),
  response: success(z.object({ id: Id })),
});
