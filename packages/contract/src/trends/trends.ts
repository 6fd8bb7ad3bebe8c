import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { TrendGroup, TrendQuery } from "./trend-filter.ts";

const count = z.number().int().nonnegative();
const percent = z.number().min(0).max(100).nullable();
const minutes = z.number().nonnegative().nullable();
const day = z.iso.date();

/**
 * Totals of the runs in a period. Rates are in percent with one decimal, `null` without tests; minutes have four
 * decimals.
 */
export const TrendMetrics = z.object({
  total_runs: count,
  /** Runs without a failure, including flaky runs. */
  passed_runs: count,
  /** Failed or interrupted runs. */
  failed_runs: count,
  interrupted_runs: count,
  /** Passed runs with at least one flaky test. */
  flaky_runs: count,
  /** Runs whose report was deleted. They are counted but do not appear in lists of reports. */
  deleted_runs: count,
  /** Mean duration of the runs that have one. */
  avg_duration_minutes: minutes,
  p50_duration_minutes: minutes,
  p90_duration_minutes: minutes,
  p95_duration_minutes: minutes,
  total_tests: count,
  passed_tests: count,
  /** Failed or errored tests. */
  failed_tests: count,
  first_passed_tests: count,
  flaky_tests: count,
  /** Failures that are excluded from the rates because of a quarantine or an excluded incident. */
  quarantined_failures: count,
  left_out_failures: count,
  /** Share of passed tests among those that passed, failed or errored, without excluded failures. */
  pass_rate: percent,
  first_attempt_pass_rate: percent,
  /** Share of passed runs among all runs. */
  green_rate: percent,
  /** Duration of failed attempts of flaky tests before the one that passed. */
  flaky_minutes: z.number().nonnegative(),
});
export type TrendMetrics = z.infer<typeof TrendMetrics>;

const Growth = z.object({ known: count, added: count, removed: count });

/** Totals of a day, week or month. */
export const TrendPeriod = TrendMetrics.extend({
  /** First calendar day: the Monday of a week, the 1st of a month. */
  date: day,
  /** First and last day within the range. */
  from: day,
  to: day,
  /** True if a part of the period is outside the range. */
  partial: z.boolean(),
  /** Number of existing, added and removed tests; `null` if the runs are filtered by tag or fact, because these belong to runs, not to tests. */
  growth: Growth.nullable(),
});
export type TrendPeriod = z.infer<typeof TrendPeriod>;

/** The days covered, and their time zone. */
const range = {
  from: day,
  to: day,
  /** The same number of days immediately before. */
  previous_from: day,
  previous_to: day,
  timeZone: z.string(),
};

export const TrendData = z.object({
  ...range,
  /** Unit of the periods. Coarser than requested if there would be more than 400 periods. */
  groupBy: TrendGroup,
  /** Earliest first. Periods without runs are included with zeros. */
  runTrends: z.array(TrendPeriod),
  /** One entry per entry of `runTrends`, shifted back by the number of days in the range. */
  previous: z.array(TrendPeriod),
});
export type TrendData = z.infer<typeof TrendData>;

export const TrendSummary = TrendMetrics.extend({
  ...range,
  total_failed_runs: count,
  /** Totals of the same number of days immediately before. */
  previous: TrendMetrics.extend({ total_failed_runs: count }),
  /** Number of runs that were ever counted in the project, regardless of the filters. */
  counted_runs: count,
  /** Days (UTC) of the first and the last counted run; `null` if there are none. */
  first_day: day.nullable(),
  last_day: day.nullable(),
});
export type TrendSummary = z.infer<typeof TrendSummary>;

/** Totals of a suite or an environment. */
export const TrendPart = TrendMetrics.extend({
  name: z.string(),
  /** Totals of the same number of days immediately before. */
  previous: TrendMetrics,
});
export type TrendPart = z.infer<typeof TrendPart>;

/** Maximum number of values per kind. */
export const maxTrendOptions = 500;

export const TrendOptions = z.object({
  testSuites: z.array(z.string()),
  environments: z.array(z.string()),
  branches: z.array(z.string()),
  frameworks: z.array(z.string()),
  tags: z.array(z.string()),
  facts: z.array(z.string()),
  owners: z.array(z.string()),
});
export type TrendOptions = z.infer<typeof TrendOptions>;

export const readTrendData = endpoint({
  method: "GET",
  path: "/api/trends/data",
  summary: "Read the totals of a project by day, week or month, with the previous period",
  allow: "project:read",
  query: TrendQuery,
  response: success(TrendData),
});

export const readTrendSummary = endpoint({
  method: "GET",
  path: "/api/trends/summary",
  summary: "Read the totals of a range, with the previous period",
  allow: "project:read",
  query: TrendQuery,
  response: success(TrendSummary),
});

export const listTrendSuites = endpoint({
  method: "GET",
  path: "/api/trends/test-suites",
  summary: "List suites that ran in a range or the previous one, most runs first",
  allow: "project:read",
  query: TrendQuery,
  response: success(z.array(TrendPart)),
});

export const listTrendEnvironments = endpoint({
  method: "GET",
  path: "/api/trends/environments",
  summary: "List environments that ran in a range or the previous one, most runs first",
  allow: "project:read",
  query: TrendQuery,
  response: success(z.array(TrendPart)),
});

export const listTrendFilters = endpoint({
  method: "GET",
  path: "/api/trends/filters",
  summary: `List filter values for trends (the first ${maxTrendOptions} of each kind, most recent first)`,
  allow: "project:read",
  query: z.object({
    projectId: Id.optional(),
    /** Only values that contain this text, case-insensitive. */
    find: z.string().max(200).optional(),
  }),
  response: success(TrendOptions),
});
