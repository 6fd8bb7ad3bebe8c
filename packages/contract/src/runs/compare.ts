import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { changeNames } from "./change-names.ts";
import { Report } from "./reports.ts";
import { SuiteChanges } from "./suite-changes.ts";
import { TestStatus } from "#result-event.ts";

/**
 * How a test of the later run (the head) differs from the same test of the earlier one (the base). Failed means failed or errored.
 *
 * - `newFailure`: fails for a cause that the base does not have: the test did not fail in the base (it passed, was skipped or did not exist), or it
 * failed there for other causes (then also `changedCause`). Nor did it have this cause in a stored earlier run of the base's suite, environment and branch.
 * - `backAgain`: the same, but the test had this cause in such an earlier run, or another test had it, and no test of the base has it.
 * - `stillFailing`: failed in both for the same cause.
 * - `fixed`: failed in the base, and passes in the head on the first attempt.
 * - `newlyFlaky`: passes in the head only after a failed attempt, and was not flaky in the base.
 * - `changedCause`: failed in both, in the base for other causes only.
 * - `slower`: passed on the first attempt in both, and takes at least twice as long and one second longer.
 * - `added`: not in the base. `removed`: not in the head.
 *
 * A test has at most one of the first five kinds.
 */
export const ChangeKind = z.enum(changeNames);
export type ChangeKind = z.infer<typeof ChangeKind>;

const count = z.number().int().nonnegative();

/** Number of tests with the most important kinds of changes. */
export const ChangeCounts = z.object({
  newFailure: count,
  backAgain: count,
  stillFailing: count,
  fixed: count,
  newlyFlaky: count,
});
export type ChangeCounts = z.infer<typeof ChangeCounts>;

export const ComparisonCounts = z.object({
  ...ChangeCounts.shape,
  changedCause: count,
  slower: count,
  added: count,
  removed: count,
  /** Number of tests with any of these changes. Tests that still fail have not changed. */
  changed: count,
});
export type ComparisonCounts = z.infer<typeof ComparisonCounts>;

/** Result of a test in one of the runs. */
export const Side = z.object({
  resultId: Id,
  status: TestStatus,
  flaky: z.boolean(),
  /** Milliseconds of all attempts; `null` if the report has no duration. */
  duration: z.number().nullable(),
  /** First line of the last failed attempt's error. */
  errorLine: z.string().nullable(),
});
export type Side = z.infer<typeof Side>;

export const ComparedTest = z.object({
  testId: Id,
  file: z.string().nullable(),
  /** Suites from the outermost to the innermost, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
  /** Position among several results of the same test in a run, from 1. */
  occurrence: z.number().int().positive(),
  /** `null` if the test is not in the base. */
  base: Side.nullable(),
  /** `null` if the test is not in the head. */
  head: Side.nullable(),
  /** Sorted by the order of the kinds. */
  kinds: z.array(ChangeKind),
});
export type ComparedTest = z.infer<typeof ComparedTest>;

export const compareReports = endpoint({
  method: "POST",
  path: "/api/reports/compare",
  summary: "Compare two reports of a project, test by test: new, fixed, still failing, flaky, slower, added, removed",
  allow: "project:read",
  body: z.object({
    /** Ids of the base and the head. The project is that of the base. */
    reportIds: z
      .array(Id)
      .length(2, "Choose two reports, the older one first")
      .refine(([base, head]) => base !== head, "Choose two different reports"),
    /** If absent, tests with any change. Tests that still fail have not changed. */
    show: ChangeKind.optional(),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(1).max(500).default(100),
  }),
  response: success(
    z.object({
      base: Report,
      head: Report,
      /** `null` if `offset` is not 0: the counts are the same as those of the first page. */
      counts: ComparisonCounts.nullable(),
      /**
       * The requested page of the tests that match `show`, by the first of their kinds, each kind in the head's order.
       */
      tests: z.array(ComparedTest),
      /** `null` if `offset` is not 0, and if the head is running, incomplete or partial. Lists the first ten tests of each kind. */
      suiteChanges: SuiteChanges.nullable(),
    }),
  ),
});

/** A run that another run is compared with. */
export const BaseRun = z.object({
  id: Id,
  number: z.number().int().positive(),
  startTime: Timestamp,
  branch: z.string().nullable(),
});
export type BaseRun = z.infer<typeof BaseRun>;

/** The run since which a cause fails in each complete run of a suite, environment and branch. */
export const FailingSince = z.object({
  groupId: Id,
  run: BaseRun,
  /** True if it failed in all runs that were searched (50), so that it may have started earlier. */
  atLeast: z.boolean(),
});
export type FailingSince = z.infer<typeof FailingSince>;

export const ReportChanges = z.object({
  /**
   * The latest earlier complete run of the same suite and environment, on the pull request's target branch or a main branch; for a run on a main
   * branch, the previous run there. If there is none, it is `null`, and there are no counts and no tests.
   */
  base: BaseRun.nullable(),
  /** The previous run on the same branch, unless it is the base. */
  previous: BaseRun.nullable(),
  /** The latest earlier complete run of the same suite, environment and branch in which tests passed and none failed. */
  lastGreen: BaseRun.nullable(),
  counts: ChangeCounts.nullable(),
  /** The first five tests of each kind, in the order of the report. */
  tests: z.object({
    newFailure: z.array(ComparedTest),
    backAgain: z.array(ComparedTest),
    stillFailing: z.array(ComparedTest),
    fixed: z.array(ComparedTest),
    newlyFlaky: z.array(ComparedTest),
  }),
  /** Causes of the report that failed in the runs before it, too: the most frequent 100, each with the first run of that streak. */
  failingSince: z.array(FailingSince),
  /** `null` without a base, and if the report is running, incomplete or partial. Lists the first ten tests of each kind. */
  suiteChanges: SuiteChanges.nullable(),
});
export type ReportChanges = z.infer<typeof ReportChanges>;

export const readReportChanges = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/changes",
  summary: "Compare a report with the target branch or a main branch, or with the previous run on its branch",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  query: z.object({
    /** `base`: the default run for comparisons. `branch`: the previous run on the same branch. */
    against: z.enum(["base", "branch"]).default("base"),
  }),
  response: success(ReportChanges),
});
