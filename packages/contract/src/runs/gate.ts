import { z } from "zod";
import { FailureState } from "#failures/failing-state.ts";
import { endpoint, Id, success } from "#endpoint.ts";
import { RunStatus } from "./reports.ts";
import { testCounts } from "./test-counts.ts";

/** Reasons for a gate to ignore a failure. */
export const GateExcuses = z.object({
  /** It failed in the base as well: the run that this one is compared with everywhere. */
  known: z.boolean(),
  /** The project takes the test for flaky. */
  flaky: z.boolean(),
  /** It was in quarantine when the run started. Muted tests are not: their failures count. */
  quarantined: z.boolean(),
});

/**
 * New, back or known compared with the base; null without one. Only `known` excuses a failure: a returning one
 * counts as new.
 */
const state = FailureState.nullable();

const count = z.number().int().nonnegative();

/** A failed or errored test. Its names are untrusted text. */
export const GateFailure = GateExcuses.extend({
  name: z.string(),
  /** Distinguishes tests with one name, such as a Playwright project; often empty. */
  variant: z.string(),
  /** Which of several results of that name, from 1. */
  occurrence: z.number().int().positive(),
  state,
  file: z.string().nullable(),
  errorLine: z.string().nullable(),
  /** Where a person reads it. */
  url: z.string(),
});
export type GateFailure = z.infer<typeof GateFailure>;

/** Maximum number of listed failures; `failures` counts all. */
export const mostGateFailures = 50;

/** The figures that a gate judges a report by. The rules are the caller's. */
export const GateReport = z.object({
  reportId: Id,
  number: z.number().int().positive(),
  /** Where a person reads it. */
  url: z.string(),
  suite: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  /** While it is `running`, the figures are those so far. */
  status: RunStatus,
  ...testCounts,
  /** Something went wrong outside its tests. */
  runError: z.boolean(),
  /** The run has ended, and a part of it is missing: it was interrupted, a report was cut off, or a shard never arrived. It may be `failed` too. */
  incomplete: z.boolean(),
  /** Why the run was interrupted, as on the report page; `null` without a reason. */
  interruption: z.string().nullable(),
  /** Why only part of the suite ran; null for a whole run. The figures do not cover the tests that it left out. */
  partial: z.string().nullable(),
  /** All failed and errored tests, by what they may be let pass for: a row per combination there is. */
  failures: z.array(GateExcuses.extend({ state, count })),
  /** The first failures, new ones first. */
  tests: z.array(GateFailure),
  /**
   * The base: the latest earlier run of the target branch or a main branch. `null` if there is none, so every
   * failure is new.
   */
  comparedWith: z
    .object({ number: z.number().int().positive(), branch: z.string().nullable(), url: z.string() })
    .nullable(),
  /** The branches that a base was looked for on; empty for a run without a branch. */
  baseBranches: z.array(z.string()),
});
export type GateReport = z.infer<typeof GateReport>;

export const readGate = endpoint({
  method: "GET",
  path: "/api/gate",
  summary: "Read the numbers for a gate: of a report, or of all reports of a build (at most 200, failed ones first)",
  allow: "ingest",
  query: z
    .object({
      /** Needed for a signed-in user who names a build; an API key belongs to its project. */
      projectId: Id.optional(),
      reportId: Id.optional(),
      /** Number of a report in the project. */
      number: z.coerce.number().int().positive().optional(),
      build: z.string().trim().min(1).max(200).optional(),
      suite: z.string().trim().min(1).max(200).optional(),
      environment: z.string().trim().min(1).max(100).optional(),
    })
    .refine(
      ({ reportId, number, build }) => [reportId, number, build].filter((each) => each !== undefined).length === 1,
      {
        message: "Name either a report or a build",
        path: ["build"],
      },
    ),
  response: success(z.array(GateReport), {
    /** How many reports there are. */
    count,
  }),
});
