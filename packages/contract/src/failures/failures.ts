import { z } from "zod";
import { FailingState } from "./failing-state.ts";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { ModelWords } from "./deep-analysis.ts";
import { ClassFilter, FailureWindow } from "./failure-window.ts";
import { ClassDecision, FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);
const Percent = z.number().min(0).max(100);

/**
 * The source of a class: `rule` and `model` are the engine's, `project` follows people's decisions about a similar
 * failure.
 */
export const DecidedBy = z.enum(["rule", "model", "project", "person"]);
export type DecidedBy = z.infer<typeof DecidedBy>;

/** A sub-class by its code, which begins with the letter of its class, and its name. */
export const SubClass = z.object({ code: z.string(), name: z.string() });
export type SubClass = z.infer<typeof SubClass>;

/** Class of a failure. */
export const ClassifiedFields = z.object({
  /** `null` if unclassified. */
  primaryClass: FailureClass.nullable(),
  subClass: SubClass.nullable(),
  /** Calibrated: of classifications with 80, eight of ten are right; `null` if unclassified. */
  confidence: Percent.nullable(),
  decidedBy: DecidedBy.nullable(),
});

export const DefectSummary = z.object({
  totalFailures: Count,
  classifiedPercent: Percent,
  unclassified: Count,
  /** Causes that two failures or more have in common. */
  duplicateGroups: Count,
  automationErrors: Count,
  dataIssues: Count,
  environmentIssues: Count,
  applicationDefects: Count,
  unknownFailures: Count,
  /** Causes, those of one failure included. */
  groups: Count,
  /** Groups first seen in the period. */
  newGroups: Count,
  /** Failures in the window of the same length before; null for a window without a beginning. */
  previousFailures: Count.nullable(),
  /** Verdicts that people looked at, and how many of these they kept; of all times. */
  reviewed: Count,
  kept: Count,
  /** Runs whose failures are still to be gathered: what is shown grows until none is left. */
  pendingRuns: Count,
});
export type DefectSummary = z.infer<typeof DefectSummary>;

/** A test that failed within the window, as it failed last. */
export const TestCaseFailure = ClassifiedFields.extend({
  /** Of its latest failure: the id of the result. */
  id: Id,
  testId: Id,
  testName: z.string(),
  file: z.string().nullable(),
  suiteName: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  runId: Id,
  runNumber: Count,
  lastSeen: Moment,
  /** Failures of the test within the window. */
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
  startedAt: Moment,
  failures: Count,
  /** Causes, and those of them that are new now. */
  groups: Count,
  newGroups: Count,
  counts: z.record(ClassFilter, Count),
  /** The three most frequent. */
  topSubClasses: z.array(z.object({ subClass: SubClass, count: Count })),
});
export type SuiteRunFailure = z.infer<typeof SuiteRunFailure>;

/** Failures of one cause. Counts are of the window, first and last of all times. */
export const FailureGroup = ClassifiedFields.extend({
  id: Id,
  representativeError: z.string(),
  /**
   * `resolved`: in no suite's latest run. Else `back`: it came back after runs without it, in the last run that has it or less than a
   * day ago; `new`: one run has had it, or it is younger than a day; `known`: any other.
   */
  state: FailingState,
  occurrenceCount: Count,
  /** Failures in runs, and tests, of the window. */
  testCount: Count,
  runCount: Count,
  /** Tests with the latest failures: three in a list, ten in the details of a group. */
  memberTests: z.array(z.object({ id: Id, runId: Id, testName: z.string() })),
  firstSeen: Moment,
  firstRun: z.object({ id: Id, number: Count, commit: z.string().nullable() }).nullable(),
  lastSeen: Moment,
  lastRun: z.object({ id: Id, number: Count, commit: z.string().nullable() }).nullable(),
  signatureHash: z.string(),
  /** Failures of equal parts of the window, oldest first. */
  spark: z.array(Count),
  pinned: z.boolean(),
});
export type FailureGroup = z.infer<typeof FailureGroup>;

const params = z.object({ projectId: Id });

const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};
const list = z.object({
  ...FailureWindow.shape,
  class: ClassFilter.optional(),
  groupId: Id.optional(),
  ...page,
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
  query: list,
  response: success(z.array(TestCaseFailure), { total: Count }),
});

export const listSuiteRunFailures = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/suite-runs",
  summary: "List runs with failures in a period, newest first",
  allow: "project:read",
  params,
  query: list,
  response: success(z.array(SuiteRunFailure), { total: Count }),
});

export const GroupSort = z.enum(["lastSeen", "occurrences", "tests", "firstSeen"]);
export type GroupSort = z.infer<typeof GroupSort>;

export const listFailureGroups = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/groups",
  summary: "List the causes of failures in a period",
  allow: "project:read",
  params,
  query: list.extend({ state: FailingState.optional(), sortBy: GroupSort.default("lastSeen") }),
  response: success(z.array(FailureGroup), { total: Count }),
});

/** Details of a group. */
export const FailureGroupDetails = FailureGroup.extend({
  /** The error without parts that vary between runs. */
  normalizedText: z.string(),
  /** The lines that decided. */
  evidence: z.array(z.string()),
  alternatives: z.array(z.object({ class: FailureClass, confidence: Percent })),
  /** The person's decision that gave it its class; absent if none did. */
  decision: ClassDecision.optional(),
  /** Why it has its class, in words. */
  reason: z.string(),
  /** Errors with different texts that belong together, the most frequent first. */
  signatures: z.array(
    z.object({
      signature: z.string(),
      text: z.string(),
      sample: z.string(),
      occurrences: Count,
      /** Why it is in this group: its text nearly equals the group's, or a person decided so. */
      placedBy: z.enum(["same", "similar", "person"]),
      /** Words that it shares with the group's own, 0 to 1. */
      share: z.number().min(0).max(1),
    }),
  ),
  /** A language model's explanation; null if none was asked. */
  llm: ModelWords.nullable(),
  suites: z.array(z.object({ suiteName: z.string(), occurrences: Count })),
  decisions: z.array(
    z.object({
      id: Id,
      at: Moment,
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
      /** Failures that got a class. */
      classified: Count,
      unclassified: Count,
      /** Runs that are worked through in the background. */
      pendingRuns: Count,
    }),
  ),
});
