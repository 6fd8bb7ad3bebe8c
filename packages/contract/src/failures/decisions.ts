import { z } from "zod";
import { bodyBytes, endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { FailingState } from "./failing-state.ts";
import { ClassFilter, FailureWindow } from "./failure-window.ts";
import { FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);
const Code = z
  .string()
  .regex(/^[ADSEU]\d$/, "A sub-class is a letter and a digit, such as S1")
  .nullable()
  .default(null);

/**
 * Scope of a decision. `failure`: only this failure. `test`: all failures of the test with this cause. `group`: all failures with this cause,
 * including future ones.
 */
export const DecisionScope = z.enum(["failure", "test", "group"]);
export type DecisionScope = z.infer<typeof DecisionScope>;

const testCase = z.object({ testCaseId: Id });

/** Result of a decision. `decisionId` is needed to undo it and `null` in a preview. */
const Decided = z.object({ decisionId: Id.nullable(), failures: Count, groups: Count });

/** Number of failures by previous class, most frequent first. An entry with the new class counts failures that already had it. */
const Replaced = z.array(z.object({ class: FailureClass.nullable(), failures: Count }));

/** If true, the affected failures and groups are only counted, and nothing changes. */
const Preview = z.boolean().default(false);

export const reclassify = endpoint({
  method: "POST",
  path: "/api/analysis/test-cases/:testCaseId/reclassify",
  summary: "Set the class of a failure, or of all similar ones; future failures follow the decision",
  allow: "project:triage",
  params: testCase,
  body: z.object({
    primaryClass: FailureClass,
    subClass: Code,
    scope: DecisionScope.default("group"),
    preview: Preview,
  }),
  response: success(Decided),
});

/** Maximum number of causes or tests of a filter that a request changes. */
export const maxMatching = 1000;

/** All causes or tests that match these filters, as in the lists of failures. */
export const MatchingFailures = z.object({
  ...FailureWindow.shape,
  /** `tests`: the latest failure of each test, as in the list of tests. */
  list: z.enum(["groups", "tests"]),
  class: ClassFilter.optional(),
  groupId: Id.optional(),
  /** Applies to causes. */
  state: FailingState.optional(),
});
export type MatchingFailures = z.output<typeof MatchingFailures>;
export type RequestedMatching = z.input<typeof MatchingFailures>;

export const reclassifyMany = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/reclassify",
  summary: "Set the class of several causes or failures, by id or by filter",
  allow: "project:triage",
  params: z.object({ projectId: Id }),
  body: z.object({
    primaryClass: FailureClass,
    /** If absent, failures that already have the class keep their sub-class, and the sub-class of all others is removed. */
    subClass: Code.unwrap().optional(),
    groupIds: z.array(Id).max(500).default([]),
    /** Ids of results. Only these failures change, not similar ones. */
    testCaseIds: z.array(Id).max(500).default([]),
    /** All causes or tests that match a filter, in addition to the ids. The 1,000 seen last change. */
    matching: MatchingFailures.optional(),
    preview: Preview,
  }),
  bodyBytes: bodyBytes.large,
  /** `unchanged`: causes or tests that match the filter and were not changed, because there are more than the maximum. */
  response: success(Decided.extend({ replaced: Replaced, unchanged: Count })),
});

export const undoDecision = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/decisions/:decisionId/undo",
  summary: "Undo a decision; later changes by others are kept",
  allow: "project:triage",
  params: z.object({ projectId: Id, decisionId: Id }),
  response: success(z.object({ failures: Count })),
});

export const mergeGroups = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/groups/merge",
  summary: "Merge causes; future failures follow the decision",
  allow: "project:triage",
  params: z.object({ projectId: Id }),
  /** The other causes are merged into the first one. */
  body: z.object({ groupIds: z.array(Id).min(2).max(100) }),
  response: success(z.object({ decisionId: Id, groupId: Id })),
});

export const splitGroup = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/groups/:groupId/split",
  summary: "Split errors off into a new cause; future failures follow the decision",
  allow: "project:triage",
  params: z.object({ projectId: Id, groupId: Id }),
  body: z.object({ signatures: z.array(z.string().max(100)).min(1).max(1000) }),
  bodyBytes: bodyBytes.large,
  response: success(z.object({ decisionId: Id, groupId: Id })),
});

export const pinGroup = endpoint({
  method: "PUT",
  path: "/api/analysis/projects/:projectId/groups/:groupId/pin",
  summary: "Pin a cause: it stays on top and is never merged automatically",
  allow: "project:triage",
  params: z.object({ projectId: Id, groupId: Id }),
  body: z.object({ pinned: z.boolean() }),
  response: success(z.object({ pinned: z.boolean() })),
});

/** A difference between two runs of a test, in words. */
const Difference = z.object({
  /** Such as `Duration`, or the title of a step. */
  name: z.string(),
  about: z.enum(["commit", "duration", "step", "environment"]),
  /** `null` if it is not reported. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Difference = z.infer<typeof Difference>;

/** Evidence for the class of a failure. */
export const FailureEvidence = z.object({
  primaryClass: FailureClass.nullable(),
  subClass: z.object({ code: z.string(), name: z.string() }).nullable(),
  confidence: z.number().min(0).max(100).nullable(),
  reason: z.string(),
  /** Lines of the error that the classification is based on. */
  lines: z.array(z.string()),
  alternatives: z.array(z.object({ class: FailureClass, confidence: z.number().min(0).max(100) })),
  /** Parts of the error. */
  parts: z.array(z.object({ name: z.string(), value: z.string() })),
  failingStep: z.object({ title: z.string(), error: z.string().nullable() }).nullable(),
  /**
   * Differences between the last run in which the test passed and the first run after it in which it failed, the same runs as in its story; `null` if
   * the test never passed.
   */
  sinceLastPass: z
    .object({
      runId: Id,
      runNumber: Count,
      at: Timestamp,
      firstFailure: z.object({ runId: Id, runNumber: Count, at: Timestamp }),
      differences: z.array(Difference),
      commits: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    })
    .nullable(),
  /** Earlier failures of the same cause, latest first, with decisions of users. */
  similar: z.array(
    z.object({
      resultId: Id,
      runId: Id,
      runNumber: Count,
      testName: z.string(),
      at: Timestamp,
      primaryClass: FailureClass.nullable(),
      decidedBy: z.enum(["rule", "model", "project", "person"]).nullable(),
      /** True if the test passed in a later run of the same suite. */
      passedSince: z.boolean(),
    }),
  ),
  groupId: Id.nullable(),
});
export type FailureEvidence = z.infer<typeof FailureEvidence>;

export const readEvidence = endpoint({
  method: "GET",
  path: "/api/analysis/test-cases/:testCaseId/evidence",
  summary: "Read the evidence for the class of a failure",
  allow: "project:read",
  params: testCase,
  response: success(FailureEvidence),
});

/** The last pass of a test before it began to fail, and the environments of that run and of the failure. */
export const LastPass = z.object({
  resultId: Id,
  runId: Id,
  runNumber: Count,
  at: Timestamp,
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** Facts about the runs, at most 100; `null` if a report does not have one. */
  environment: z.array(z.object({ name: z.string(), passed: z.string().nullable(), failed: z.string().nullable() })),
});
export type LastPass = z.infer<typeof LastPass>;

export const readLastPass = endpoint({
  method: "GET",
  path: "/api/analysis/test-cases/:testCaseId/last-pass",
  summary: "Return the last pass of a test before a failure, in the same suite, environment and branch",
  allow: "project:read",
  params: testCase,
  // `null` if no pass is stored.
  response: success(LastPass.nullable()),
});

export const readSuggestedFixes = endpoint({
  method: "GET",
  path: "/api/analysis/test-cases/:testCaseId/suggested-fixes",
  summary: "List suggested fixes, most promising first",
  allow: "project:read",
  params: testCase,
  response: success(z.array(z.object({ text: z.string(), code: z.string().nullable() }))),
});

/** How often the automatic classification was right, based on the decisions of users. */
export const VerdictQuality = z.object({
  /** Verdicts that users reviewed, and how many of them they kept. */
  reviewed: Count,
  kept: Count,
  byClass: z.array(z.object({ class: FailureClass, reviewed: Count, kept: Count })),
  /** Number of corrections from each automatic class to the class that a user set. */
  confusion: z.array(z.object({ from: FailureClass, to: FailureClass, count: Count })),
  byDecider: z.array(
    z.object({
      /** `project-rule`: a rule of the project. `rule`: a built-in rule. */
      kind: z.enum(["rule", "model", "project", "project-rule"]),
      name: z.string(),
      failures: Count,
      reviewed: Count,
      kept: Count,
    }),
  ),
});
export type VerdictQuality = z.infer<typeof VerdictQuality>;

export const readVerdictQuality = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/quality",
  summary: "Read the classification accuracy, by class and by rule",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  query: FailureWindow.pick({ timeWindow: true, startDate: true, endDate: true, timeZone: true }),
  response: success(VerdictQuality),
});
