import { z } from "zod";
import { FailingState } from "./failing-state.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { failedTestQueries, failureQueries } from "#query/query-languages.ts";
import { Query, withQuery } from "#query/query-schema.ts";
import { ModelReply } from "./deep-analysis.ts";
import { ClassFilter, FailureWindow } from "./failure-window.ts";
import { ClassDecision, FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);
const Percent = z.number().min(0).max(100);

/**
 * Source of a class. `rule` and `model`: automatic classification. `project`: learned from users' decisions about similar failures. `person`: set by
 * a user.
 */
export const DecidedBy = z.enum(["rule", "model", "project", "person"]);
export type DecidedBy = z.infer<typeof DecidedBy>;

/** A sub-class. Its code begins with the letter of its class. */
export const SubClass = z.object({ code: z.string(), name: z.string() });
export type SubClass = z.infer<typeof SubClass>;

export const ClassifiedFields = z.object({
  /** `null` if unclassified. */
  primaryClass: FailureClass.nullable(),
  subClass: SubClass.nullable(),
  /** Calibrated confidence: of the classifications with 80, about 80 % are right. `null` if unclassified, or if a user decided. */
  confidence: Percent.nullable(),
  decidedBy: DecidedBy.nullable(),
});
export type ClassifiedFields = z.infer<typeof ClassifiedFields>;

export const DefectSummary = z.object({
  totalFailures: Count,
  classifiedPercent: Percent,
  unclassified: Count,
  /** Causes with two or more failures. */
  duplicateGroups: Count,
  automationErrors: Count,
  dataIssues: Count,
  environmentIssues: Count,
  applicationDefects: Count,
  unknownFailures: Count,
  /** All causes, including those with a single failure. */
  groups: Count,
  /** Causes first seen in the period. */
  newGroups: Count,
  /** Number of failures in the previous period of the same length; `null` if the period has no start. */
  previousFailures: Count.nullable(),
  /** Verdicts that users reviewed, and how many of them they kept; not limited to the period or the filters. */
  reviewed: Count,
  kept: Count,
  /**
   * Runs whose failures have not been collected yet. The other numbers grow until this is 0. Follows the filters of runs; the browsers, tags and
   * owners of these failures are not known yet.
   */
  pendingRuns: Count,
});
export type DefectSummary = z.infer<typeof DefectSummary>;

/** A test that failed in the period, with its latest failure. */
export const TestCaseFailure = ClassifiedFields.extend({
  /** Result id of the latest failure. */
  id: Id,
  testId: Id,
  testName: z.string(),
  file: z.string().nullable(),
  suiteName: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  runId: Id,
  runNumber: Count,
  lastSeen: Timestamp,
  /** Number of times the test failed in the period. */
  failures: Count,
  errorLine: z.string().nullable(),
  groupId: Id.nullable(),
});
export type TestCaseFailure = z.infer<typeof TestCaseFailure>;

export const SuiteRunFailure = z.object({
  suiteName: z.string(),
  runId: Id,
  runNumber: Count,
  environment: z.string(),
  branch: z.string().nullable(),
  startedAt: Timestamp,
  failures: Count,
  /** Number of causes, and how many of them are new. */
  groups: Count,
  newGroups: Count,
  counts: z.record(ClassFilter, Count),
  /** The three most frequent sub-classes. */
  topSubClasses: z.array(z.object({ subClass: SubClass, count: Count })),
});
export type SuiteRunFailure = z.infer<typeof SuiteRunFailure>;

/** A cause with its failures. Counts cover the period, first and last occurrence are of all time. */
export const FailureGroup = ClassifiedFields.extend({
  id: Id,
  representativeError: z.string(),
  /**
   * `resolved`: not in the latest run of any suite. Otherwise `back`: it reappeared after runs without it, in the last run that has it or less than a
   * day ago; `new`: it occurred in only one run or is less than a day old; `known`: all other causes.
   */
  state: FailingState,
  occurrenceCount: Count,
  /** Number of tests and of runs that failed with this cause in the period. */
  testCount: Count,
  runCount: Count,
  /** Owners of the 100 tests that failed last, those with the most tests first, at most three. */
  owners: z.array(z.string()),
  /** Tests with the latest failures: three in a list, ten in the details of a cause. */
  memberTests: z.array(z.object({ id: Id, runId: Id, testName: z.string() })),
  firstSeen: Timestamp,
  firstRun: z.object({ id: Id, number: Count, commit: z.string().nullable() }).nullable(),
  lastSeen: Timestamp,
  lastRun: z.object({ id: Id, number: Count, commit: z.string().nullable() }).nullable(),
  signatureHash: z.string(),
  /** Number of failures in equal parts of the period, oldest first. */
  spark: z.array(Count),
  pinned: z.boolean(),
});
export type FailureGroup = z.infer<typeof FailureGroup>;

const params = z.object({ projectId: Id });

const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};
/** Filters and page of a list of failures. */
export const FailureListQuery = z.object({
  ...FailureWindow.shape,
  class: ClassFilter.optional(),
  groupId: Id.optional(),
  q: Query,
  ...page,
});
const defaults = { timeWindow: "30" };

/** Maximum number of values per kind. */
export const maxFailureOptions = 500;

const Names = z.array(z.string());

/** Values of the filters that the failures of a project have. */
export const FailureOptions = z.object({
  suite: Names,
  environment: Names,
  branch: Names,
  framework: Names,
  browser: Names,
  tag: Names,
  fact: Names,
  owner: Names,
});
export type FailureOptions = z.infer<typeof FailureOptions>;

export const listFailureFilters = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/filters",
  summary: `List filter values for failures (the first ${maxFailureOptions} of each kind, most recent first)`,
  allow: "project:read",
  params,
  /** `find`: only values that contain this text, case-insensitive. */
  query: z.object({ find: z.string().max(200).optional() }),
  response: success(FailureOptions),
});

export const readDefectSummary = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/summary",
  summary: "Read the number of failures of a project in a period, by class",
  allow: "project:read",
  params,
  query: FailureWindow,
  response: success(DefectSummary),
});

export const listTestCaseFailures = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/test-cases",
  summary: "List tests that failed in a period, most recent failure first",
  allow: "project:read",
  params,
  query: withQuery(FailureListQuery, failedTestQueries, defaults),
  response: success(z.array(TestCaseFailure), { total: Count }),
});

export const listSuiteRunFailures = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/suite-runs",
  summary: "List runs with failures in a period, newest first",
  allow: "project:read",
  params,
  query: withQuery(FailureListQuery, failedTestQueries, defaults),
  response: success(z.array(SuiteRunFailure), { total: Count }),
});

export const GroupSort = z.enum(["lastSeen", "occurrences", "tests", "firstSeen"]);
export type GroupSort = z.infer<typeof GroupSort>;

export const GroupListQuery = FailureListQuery.extend({
  /** State of the causes. */
  state: FailingState.optional(),
  sortBy: GroupSort.default("lastSeen"),
});

export const listFailureGroups = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/groups",
  summary: "List the causes of failures in a period",
  allow: "project:read",
  params,
  query: withQuery(GroupListQuery, failureQueries, defaults),
  response: success(z.array(FailureGroup), { total: Count }),
});

/** Details of a cause. */
export const FailureGroupDetails = FailureGroup.extend({
  /** Error text without parts that vary between runs. */
  normalizedText: z.string(),
  /** Lines of the error that the class is based on. */
  evidence: z.array(z.string()),
  alternatives: z.array(z.object({ class: FailureClass, confidence: Percent })),
  /** Decision of a user that set the class; absent if there is none. */
  decision: ClassDecision.optional(),
  /** Reason for the class, as text. */
  reason: z.string(),
  /** Different error texts of the cause, most frequent first. */
  signatures: z.array(
    z.object({
      signature: z.string(),
      text: z.string(),
      sample: z.string(),
      occurrences: Count,
      /** Why the error belongs to this cause: its text is the same or similar, or a user decided so. */
      placedBy: z.enum(["same", "similar", "person"]),
      /** Share of words in common with the cause's own text, 0 to 1. */
      share: z.number().min(0).max(1),
    }),
  ),
  /** Explanation by a language model; `null` if there is none. */
  llm: ModelReply.nullable(),
  suites: z.array(z.object({ suiteName: z.string(), occurrences: Count })),
  decisions: z.array(
    z.object({
      id: Id,
      at: Timestamp,
      by: z.string().nullable(),
      text: z.string(),
      undone: z.boolean(),
      canUndo: z.boolean(),
    }),
  ),
});
export type FailureGroupDetails = z.infer<typeof FailureGroupDetails>;

export const readFailureGroup = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/groups/:groupId",
  summary: "Read a cause with its errors and decisions",
  allow: "project:read",
  params: params.extend({ groupId: Id }),
  query: FailureWindow,
  response: success(FailureGroupDetails),
});

export const autoClassify = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/auto-classify",
  summary: "Classify the unclassified failures of a period",
  allow: "project:triage",
  params,
  query: FailureWindow,
  response: success(
    z.object({
      /** Number of failures that got a class. */
      classified: Count,
      unclassified: Count,
      /** Number of runs that are still processed in the background. */
      pendingRuns: Count,
    }),
  ),
});
