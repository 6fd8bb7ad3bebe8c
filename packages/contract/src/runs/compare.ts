import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { changeNames } from "./change-names.ts";
import { Report } from "./reports.ts";
import { TestStatus } from "#result-event.ts";

/**
 * How a test of the later run (the head) differs from the same test of the earlier one (the base). Failed means failed or
 * errored.
 *
 * - `newFailure`: failed for the first time: it did not in the base (it passed, was skipped or was not there), nor in a stored
 *   run before it of the base's suite, environment and branch. `backAgain`: did not fail in the base, but in such an earlier run.
 *   `stillFailing`: failed in both.
 * - `fixed`: failed, and passes now on the first attempt. `newlyFlaky`: passes now only after a failed attempt, and was not
 *   flaky in the base. A test that is in one of these five is in no other of them.
 * - `changedCause`: still failing, with an error of another cause.
 * - `slower`: passed both times at the first attempt, and takes at least twice as long and a second more.
 * - `added`: not in the base. `removed`: not in the head.
 */
export const ChangeKind = z.enum(changeNames);
export type ChangeKind = z.infer<typeof ChangeKind>;

const count = z.number().int().nonnegative();

/** How many tests changed in the ways that matter first. */
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
  /** Tests that changed in any of these ways. */
  changed: count,
});
export type ComparisonCounts = z.infer<typeof ComparisonCounts>;

/** A test in one of the runs. */
export const Side = z.object({
  resultId: Id,
  status: TestStatus,
  flaky: z.boolean(),
  /** Milliseconds, all attempts together; null if the report does not say. */
  duration: z.number().nullable(),
  /** First line of the error of the last failed attempt. */
  errorLine: z.string().nullable(),
});
export type Side = z.infer<typeof Side>;

export const ComparedTest = z.object({
  testId: Id,
  file: z.string().nullable(),
  /** Suites from the outside in, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
  /** 1, or higher when the same test appears several times in a run. */
  occurrence: z.number().int().positive(),
  /** Null if the test is not in the base. */
  base: Side.nullable(),
  /** Null if the test is not in the head. */
  head: Side.nullable(),
  /** In the order of the kinds. */
  kinds: z.array(ChangeKind),
});
export type ComparedTest = z.infer<typeof ComparedTest>;

export const compareReports = endpoint({
  method: "POST",
  path: "/api/reports/compare",
  summary: "Compare two reports of a project, test by test: new, fixed, still failing, flaky, slower, added, removed",
  allow: "project:read",
  body: z.object({
    /** The base and the head. The project is that of the base. */
    reportIds: z
      .array(Id)
      .length(2, "Choose two reports, the older one first")
      .refine(([base, head]) => base !== head, "Choose two different reports"),
    /** Absent: tests that changed in any of the ways. */
    show: ChangeKind.optional(),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(1).max(500).default(100),
  }),
  response: success(
    z.object({
      base: Report,
      head: Report,
      /** Null in a window that does not begin at 0: they are those of the first one. */
      counts: ComparisonCounts.nullable(),
      /** A window of what `show` names: new failures, then failed, errored, flaky, skipped, passed, each in the head's order. */
      tests: z.array(ComparedTest),
    }),
  ),
});

/** The run that another one is compared with. */
export const BaseRun = z.object({
  id: Id,
  number: z.number().int().positive(),
  startTime: Moment,
  branch: z.string().nullable(),
});
export type BaseRun = z.infer<typeof BaseRun>;

export const ReportChanges = z.object({
  /**
   * The run it is compared with: the latest earlier whole run of the same suite and environment, of the pull request's target branch or a main
   * branch; on a main branch the run before. Null if there is none; then there are no counts and no tests.
   */
  base: BaseRun.nullable(),
  /** The run before on the same branch, where that is another one than the base. */
  previous: BaseRun.nullable(),
  counts: ChangeCounts.nullable(),
  /** The first five of each kind, in the report's order. */
  tests: z.object({
    newFailure: z.array(ComparedTest),
    backAgain: z.array(ComparedTest),
    stillFailing: z.array(ComparedTest),
    fixed: z.array(ComparedTest),
    newlyFlaky: z.array(ComparedTest),
  }),
});
export type ReportChanges = z.infer<typeof ReportChanges>;

export const readReportChanges = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/changes",
  summary: "Compare a report with the target branch or a main branch, or with the previous run on its branch",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  query: z.object({
    /** `base`: the run that the report is compared with everywhere. `branch`: the run before on its own branch. */
    against: z.enum(["base", "branch"]).default("base"),
  }),
  response: success(ReportChanges),
});
