import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { isTimeZone } from "#people/profile.ts";
import { RunStatus } from "#runs/reports.ts";
import { withQuery } from "#query/query-schema.ts";
import { testQueries } from "#query/query-languages.ts";
import { TestFilter } from "./tests.ts";

const Count = z.number().int().min(0);

/** Limits of a grid. Its time depends on them and not on what the project stores. */
export const gridLimits = {
  tests: 5000,
  runs: 100,
  /** Named causes, most frequent first. */
  causes: 1000,
  /** Causes of one cell, most frequent first. */
  causesOfCell: 10,
  /** Characters of a test name. Longer ones are cut in the middle. */
  name: 300,
} as const;

/** A column has the results of one run, of all runs of a day, commit or environment, or of a browser. */
export const GridColumns = z.enum(["run", "day", "commit", "environment", "browser"]);
export type GridColumns = z.infer<typeof GridColumns>;

export const GridRun = z.object({
  id: Id,
  number: Count,
  suite: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  startTime: Timestamp,
  status: RunStatus,
  /** Failed and errored tests, and all tests of the report. */
  failed: Count,
  total: Count,
  /** `key=value`, such as the host. */
  facts: z.array(z.string()),
});
export type GridRun = z.infer<typeof GridRun>;

/** Cells of a test. Lists have an entry for each cell that their description names, in the order of the columns. */
export const GridTest = z.object({
  id: Id,
  file: z.string().nullable(),
  /** Titles from the outermost suite, joined with `›`. */
  title: z.string(),
  variant: z.string(),
  owner: z.string().nullable(),
  /**
   * One letter per column for the worst outcome in it: `F` failed, `E` errored, `K` flaky, `R` running, `S` skipped, `P` passed, and `.` without a
   * result.
   */
  outcomes: z.string(),
  /** Indices in `causes` of each failed, errored or flaky cell. -1: not grouped yet. -2: a cause after the listed ones. */
  causes: z.array(z.array(z.number().int().min(-2))),
  /** Latest result with the worst outcome, for each of these cells. */
  results: z.array(Id),
  /** Index in `runs` of that result. */
  runs: z.array(Count),
  /** For each cell with results: those with the worst outcome (failed and errored count together), and all; `null` if every cell has one result. */
  counts: z.array(Count).nullable(),
});
export type GridTest = z.infer<typeof GridTest>;

export const GridCause = z.object({
  groupId: Id,
  /** First line. */
  message: z.string(),
  primaryClass: FailureClass.nullable(),
  /** Cells with this cause. */
  cells: Count,
});
export type GridCause = z.infer<typeof GridCause>;

export const TestGrid = z.object({
  by: GridColumns,
  /** Latest runs that match the filter, oldest first. */
  runs: z.array(GridRun),
  /** Columns in their order. A run, day, commit or environment has the indices of its runs; a browser has those with results in it. */
  columns: z.array(z.object({ name: z.string().nullable(), runs: z.array(Count) })),
  /** Tests that fail in their last run first, those with the same cause together. */
  tests: z.array(GridTest),
  causes: z.array(GridCause),
  /** True if more tests match. Those that failed last are listed. */
  moreTests: z.boolean(),
  /** True if more runs match. */
  moreRuns: z.boolean(),
});
export type TestGrid = z.infer<typeof TestGrid>;

export const readTestGrid = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/tests/grid",
  summary: "Read the outcomes of up to 5,000 tests in the latest 100 runs that match a filter",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  /** Values of suite, environment, branch, framework, tag and fact select runs, and excluded ones exclude runs. The other fields select tests. */
  query: withQuery(
    TestFilter.omit({ sortBy: true, offset: true, limit: true }).extend({
      by: GridColumns.default("run"),
      /** Only tests that failed for this cause. */
      cause: Id.optional(),
      /** Only tests of this incident. */
      incident: Id.optional(),
      /** Number of runs. */
      runs: z.coerce.number().int().min(1).max(gridLimits.runs).default(gridLimits.runs),
      /** Time zone for days. The default is the time zone in the caller's profile, else UTC. */
      timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
    }),
    testQueries,
    { view: "all" },
  ),
  response: success(TestGrid),
});
