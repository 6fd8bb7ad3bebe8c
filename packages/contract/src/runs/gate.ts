import { z } from "zod";
import { FailureState } from "#failures/failing-state.ts";
import { endpoint, flag, Id, success } from "#endpoint.ts";
import { Commit } from "./commit.ts";
import { RunStatus } from "./reports.ts";
import { testCounts } from "./test-counts.ts";

/** Reasons for a gate to ignore a failure. */
export const GateExcuses = z.object({
  /** True if it also failed in the base run for the same cause. */
  known: z.boolean(),
  /** True if the test was flaky when the run started, and had this cause before on the branch of the base. */
  flaky: z.boolean(),
  /**
   * True if the test was in quarantine when the run started, unless it only failed for other causes before on the branch of the base. Failures of
   * muted tests count.
   */
  quarantined: z.boolean(),
});

/** New, back or known compared with the base; `null` without a base. A gate only ignores `known` failures. A failure that is back counts as new. */
const state = FailureState.nullable();

/** True if the test also failed in the base, but for other causes. Then it is not `known`. */
const changedCause = z.boolean();

const count = z.number().int().nonnegative();

/** A failed or errored test. Its names are untrusted text. */
export const GateFailure = GateExcuses.extend({
  name: z.string(),
  /** Distinguishes tests with the same name, such as a Playwright project; often empty. */
  variant: z.string(),
  /** Position among several results with the same name, from 1. */
  occurrence: z.number().int().positive(),
  state,
  changedCause,
  file: z.string().nullable(),
  errorLine: z.string().nullable(),
  /** Line of code that failed, if requested; `null` if the report has none. Its path can be absolute. */
  location: z
    .object({ file: z.string(), line: z.number().int(), column: z.number().int().nullable() })
    .nullable()
    .optional(),
  /** Address of the page for users. */
  url: z.string(),
});
export type GateFailure = z.infer<typeof GateFailure>;

/** Default maximum number of listed failures; `failures` counts all. */
export const maxGateFailures = 50;

/** Numbers of a report for a gate. The caller applies its own rules to them. */
export const GateReport = z.object({
  reportId: Id,
  number: z.number().int().positive(),
  /** Address of the page for users. */
  url: z.string(),
  suite: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  /** If `running`, the numbers cover the tests so far. */
  status: RunStatus,
  ...testCounts,
  /** True if an error occurred outside the tests. */
  runError: z.boolean(),
  /**
   * True if the run has ended and is incomplete: it was interrupted, a report was truncated, or a shard is missing. The status can also be `failed`.
   */
  incomplete: z.boolean(),
  /** Reason for the interruption, as on the report page; `null` without a reason. */
  interruption: z.string().nullable(),
  /** Reason why only part of the suite ran; `null` for a complete run. Tests that did not run are not counted. */
  partial: z.string().nullable(),
  /** False until the failures are grouped by cause. Until then, errors with different texts count as different causes. */
  collected: z.boolean(),
  /** Numbers of failed and errored tests, for each combination of reasons to ignore them. */
  failures: z.array(GateExcuses.extend({ state, changedCause, count })),
  /** The first failures; new failures come before others. */
  tests: z.array(GateFailure),
  /**
   * The base: the latest earlier run of the target branch or a main branch. `null` if there is none, so every
   * failure is new.
   */
  comparedWith: z
    .object({ number: z.number().int().positive(), branch: z.string().nullable(), url: z.string() })
    .nullable(),
  /**
   * Numbers of tests that the base has and the report lacks, without renamed ones, and of tests that ran in the base and are skipped. `null` unless
   * requested, without a base, and for reports that are running, incomplete or partial.
   */
  suiteChanges: z.object({ removed: count, newlySkipped: count }).nullable(),
  /** Branches that were searched for a base; empty for a run without a branch. */
  baseBranches: z.array(z.string()),
});
export type GateReport = z.infer<typeof GateReport>;

/** A report, all reports of a build, or the latest reports of a commit, a branch or a pull request. */
export const ReportQuery = z
  .object({
    /** Required for signed-in users who ask for a build. API keys belong to a project. */
    projectId: Id.optional(),
    reportId: Id.optional(),
    /** Number of a report in the project. */
    number: z.coerce.number().int().positive().optional(),
    build: z.string().trim().min(1).max(200).optional(),
    /** The latest report of each suite and environment counts; partial ones after it count as well. */
    commit: Commit.optional(),
    /** The latest report of each suite and environment, as for a commit. */
    branch: z.string().trim().min(1).max(300).optional(),
    /** The same for a pull request. With `commit`: omits reports of other pull requests. */
    pullRequest: z.string().trim().min(1).max(100).optional(),
    suite: z.string().trim().min(1).max(200).optional(),
    environment: z.string().trim().min(1).max(100).optional(),
  })
  .refine(
    ({ reportId, number, build, commit, branch, pullRequest }) => {
      const selected = [reportId, number, build, commit, branch].filter((each) => each !== undefined).length;
      return selected === 1 || (selected === 0 && pullRequest !== undefined);
    },
    {
      message: "Specify a report, a build, a commit, a branch or a pull request",
      path: ["build"],
    },
  );

/** Maximum number of failures whose location is read, in all reports together. */
export const maxLocatedFailures = 200;

/** `suiteChanges` compares all tests of the reports. `locations` adds the failing line of each listed failure. */
const GateQuery = ReportQuery.safeExtend({
  suiteChanges: flag,
  locations: flag,
  /** Number of failures to skip in each report, and maximum number to list in each. */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(maxLocatedFailures).default(maxGateFailures),
});

export const readGate = endpoint({
  method: "GET",
  path: "/api/gate",
  summary:
    "Read the numbers for a gate: of a report, of all reports of a build, or of the latest reports of a commit, branch or pull request (at most 200, failed ones first)",
  allow: "ingest",
  query: GateQuery,
  response: success(z.array(GateReport), {
    /** Total number of reports. */
    count,
  }),
});
