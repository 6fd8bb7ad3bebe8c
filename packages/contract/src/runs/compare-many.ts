import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { Side } from "./compare.ts";
import { matrixChangeNames, mostCompared } from "./change-names.ts";
import { Report } from "./reports.ts";

/**
 * How a test of the last run (the head) differs from the same test of the first one (the base), as in a comparison of two;
 * and `failedBetween`: it failed or errored in a run between them, in neither of the two.
 */
export const MatrixKind = z.enum(matrixChangeNames);
export type MatrixKind = z.infer<typeof MatrixKind>;

const count = z.number().int().nonnegative();

export const MatrixCounts = z.object({
  ...(Object.fromEntries(matrixChangeNames.map((kind) => [kind, count])) as Record<MatrixKind, typeof count>),
  /** Tests that changed in any of these ways. */
  changed: count,
  /** Tests that are in any of the runs. */
  all: count,
});
export type MatrixCounts = z.infer<typeof MatrixCounts>;

export const MatrixTest = z.object({
  testId: Id,
  file: z.string().nullable(),
  /** Suites from the outside in, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
  /** 1, or higher when the same test appears several times in a run. */
  occurrence: z.number().int().positive(),
  /** One for each run, in their order; null if the test is not in it. */
  runs: z.array(Side.nullable()),
  /** In the order of the kinds. */
  kinds: z.array(MatrixKind),
  /**
   * Index (from 0) of the run since which the test has the state it has in the head: failing, fixed, flaky, failing
   * with this cause, slower, present or absent. `null` if it did not change or ended as it began. Runs in which it
   * was skipped or absent are ignored.
   */
  turnedAt: z.number().int().nonnegative().nullable(),
  /** How many times as long it takes in the head as in the base, where it passed at the first attempt in both; else null. */
  slowdown: z.number().nullable(),
});
export type MatrixTest = z.infer<typeof MatrixTest>;

/**
 * `change`: new failures, then failed, errored, flaky, skipped, passed in the head, each in its order. `name`: by
 * file and titles. `duration`: in the head. `slowdown`: as in `MatrixTest`. Missing values come last.
 */
export const MatrixSort = z.enum(["change", "name", "duration", "slowdown"]);
export type MatrixSort = z.infer<typeof MatrixSort>;

export const compareManyReports = endpoint({
  method: "POST",
  path: "/api/reports/compare/matrix",
  summary: `Compare two to ${mostCompared} reports of a project, test by test: outcomes in each report, and changes`,
  allow: "project:read",
  body: z.object({
    /** The base first and the head last. The project is that of the base. */
    reportIds: z
      .array(Id)
      .min(2, "Choose at least two reports, oldest first")
      .max(mostCompared, `Choose at most ${mostCompared} reports`)
      .refine((ids) => new Set(ids).size === ids.length, "Choose each report once"),
    /** Absent: tests that changed in any of the ways. `all`: the others as well. */
    show: z.enum([...matrixChangeNames, "all"]).optional(),
    /** Words that must all occur in file, titles, variant, tags or the error's line. */
    search: z.string().max(200).optional(),
    sortBy: MatrixSort.default("change"),
    /** Absent: names from A, durations from the longest, changes from the most urgent. */
    sortOrder: z.enum(["asc", "desc"]).optional(),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(1).max(200).default(50),
  }),
  response: success(
    z.object({
      /** In the order of the call. */
      reports: z.array(Report),
      /** Of the tests that match the search. */
      counts: MatrixCounts,
      /** A window of what `show` names. */
      tests: z.array(MatrixTest),
      /** How many there are of these. */
      total: count,
    }),
  ),
});
