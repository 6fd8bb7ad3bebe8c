import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { Side } from "./compare.ts";
import { matrixChangeNames, maxCompared } from "./change-names.ts";
import { Report } from "./reports.ts";

/**
 * Difference of a test between the first run (the base) and the last one (the head), as in a comparison of two runs. `failedBetween`: it failed or
 * errored only in a run between them.
 */
export const MatrixKind = z.enum(matrixChangeNames);
export type MatrixKind = z.infer<typeof MatrixKind>;

const count = z.number().int().nonnegative();

export const MatrixCounts = z.object({
  ...(Object.fromEntries(matrixChangeNames.map((kind) => [kind, count])) as Record<MatrixKind, typeof count>),
  /** Number of tests with any of these changes. Tests that still fail have not changed. */
  changed: count,
  /** Number of tests in any of the runs. */
  all: count,
});
export type MatrixCounts = z.infer<typeof MatrixCounts>;

export const MatrixTest = z.object({
  testId: Id,
  file: z.string().nullable(),
  /** Suites from the outermost to the innermost, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
  /** Position among several results of the same test in a run, from 1. */
  occurrence: z.number().int().positive(),
  /** One entry per run, in the order of the runs; `null` if the run does not contain the test. */
  runs: z.array(Side.nullable()),
  /** Sorted by the order of the kinds. */
  kinds: z.array(MatrixKind),
  /**
   * Index (from 0) of the run since which the test has the state it has in the head: failing, fixed, flaky, failing
   * with this cause, slower, present or absent. `null` if it did not change or ended in its initial state. Runs in which it
   * was skipped or absent are ignored.
   */
  turnedAt: z.number().int().nonnegative().nullable(),
  /** Duration in the head divided by duration in the base if the test passed on the first attempt in both; otherwise `null`. */
  slowdown: z.number().nullable(),
});
export type MatrixTest = z.infer<typeof MatrixTest>;

/**
 * `change`: by the first kind of the test, each in the head's order; tests that still fail come after all changes, and tests without a change after
 * them, by their outcome in the head. `name`: by file and titles. `duration`: in the head. `slowdown`: as in `MatrixTest`. Missing values come last.
 */
export const MatrixSort = z.enum(["change", "name", "duration", "slowdown"]);
export type MatrixSort = z.infer<typeof MatrixSort>;

export const compareManyReports = endpoint({
  method: "POST",
  path: "/api/reports/compare/matrix",
  summary: `Compare two to ${maxCompared} reports of a project, test by test: outcomes in each report, and changes`,
  allow: "project:read",
  body: z.object({
    /** Ids from the base to the head. The project is that of the base. */
    reportIds: z
      .array(Id)
      .min(2, "Choose at least two reports, oldest first")
      .max(maxCompared, `Choose at most ${maxCompared} reports`)
      .refine((ids) => new Set(ids).size === ids.length, "Choose each report once"),
    /** `all`: all tests. If absent, tests with any change. */
    show: z.enum([...matrixChangeNames, "all"]).optional(),
    /** Words that must all occur in the file, titles, variant, tags or error line. */
    search: z.string().max(200).optional(),
    sortBy: MatrixSort.default("change"),
    /** Defaults: names from A to Z, longest duration first, most urgent change first. */
    sortOrder: z.enum(["asc", "desc"]).optional(),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(1).max(200).default(50),
  }),
  response: success(
    z.object({
      /** In the order of `reportIds`. */
      reports: z.array(Report),
      /** Counts of the tests that match the search. */
      counts: MatrixCounts,
      /** The requested page of the tests that match `show`. */
      tests: z.array(MatrixTest),
      /** Number of tests that match `show`. */
      total: count,
    }),
  ),
});
