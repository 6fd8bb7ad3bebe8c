import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { TrendFilter, TrendGroup } from "./trend-filter.ts";

const count = z.number().int().nonnegative();
const percent = z.number().min(0).max(100).nullable();
const minutes = z.number().nonnegative().nullable();
const day = z.iso.date();

/**
 * Totals of the runs in a period. Rates are in percent with one decimal, `null` without tests; minutes have four
 * decimals.
 */
export const TrendFigures = z.object({
  total_runs: count,
  /** Completed without a failure; flaky ones included. */
  passed_runs: count,
  /** Failed or interrupted. */
  failed_runs: count,
  interrupted_runs: count,
  /** Of the passed ones: with at least one flaky test. */
  flaky_runs: count,
  /** Runs whose report was deleted: counted, and in no list of reports. */
  deleted_runs: count,
  /** Mean of the runs with a duration. */
  avg_duration_minutes: minutes,
  p50_duration_minutes: minutes,
  p90_duration_minutes: minutes,
  p95_duration_minutes: minutes,
  total_tests: count,
  passed_tests: count,
  /** Failed or errored. */
  failed_tests: count,
  first_passed_tests: count,
  flaky_tests: count,
  /** Failures excluded from the rates: of tests in quarantine and of excluded incidents. */
  quarantined_failures: count,
  left_out_failures: count,
  /** Passed of those that passed, failed or errored, what is left out aside. */
  pass_rate: percent,
  first_attempt_pass_rate: percent,
  /** Passed of all runs. */
  green_rate: percent,
  /** Attempts of flaky tests before the one that passed. */
  flaky_minutes: z.number().nonnegative(),
});
export type TrendFigures = z.infer<typeof TrendFigures>;

const Growth = z.object({ known: count, added: count, removed: count });

/** A day, week or month. */
export const TrendPeriod = TrendFigures.extend({
  /** Its first calendar day: for a week its Monday, for a month the 1st. */
  date: day,
  /** Its first and last day within the range. */
  from: day,
  to: day,
  /** Part of it lies outside the range. */
  partial: z.boolean(),
  /** Tests that there are, came and went; null where tags are chosen, which tests have none of here. */
  growth: Growth.nullable(),
});
export type TrendPeriod = z.infer<typeof TrendPeriod>;

/** The days that figures are of, in the time zone that they are of. */
const range = {
  from: day,
  to: day,
  /** As many days right before. */
  previous_from: day,
  previous_to: day,
  timeZone: z.string(),
};

export const TrendData = z.object({
  ...range,
  /** Coarser than what was asked for where that would be more than 400 periods. */
  groupBy: TrendGroup,
  /** The earliest first; a period without runs is there with zeros. */
  runTrends: z.array(TrendPeriod),
  /** For each of `runTrends` the same days, shifted back by the number of days in the range. */
  previous: z.array(TrendPeriod),
});
export type TrendData = z.infer<typeof TrendData>;

export const TrendSummary = TrendFigures.extend({
  ...range,
  total_failed_runs: count,
  /** Of as many days right before. */
  previous: TrendFigures.extend({ total_failed_runs: count }),
  /** Runs of the project that were ever counted, regardless of the filters. */
  counted_runs: count,
  /** The days (UTC) of the first and the last of them; null without any. */
  first_day: day.nullable(),
  last_day: day.nullable(),
});
export type TrendSummary = z.infer<typeof TrendSummary>;

/** A suite or an environment. */
export const TrendPart = TrendFigures.extend({
  name: z.string(),
  /** Of as many days right before. */
  previous: TrendFigures,
});
export type TrendPart = z.infer<typeof TrendPart>;

/** So many values of each kind at most. */
export const mostTrendOptions = 500;

export const TrendOptions = z.object({
  testSuites: z.array(z.string()),
  environments: z.array(z.string()),
  branches: z.array(z.string()),
  frameworks: z.array(z.string()),
  tags: z.array(z.string()),
  owners: z.array(z.string()),
});
export type TrendOptions = z.infer<typeof TrendOptions>;

export const readTrendData = endpoint({
  method: "GET",
  path: "/api/trends/data",
  summary: "Read the totals of a project by day, week or month, with the previous period",
  allow: "project:read",
  query: TrendFilter,
  response: success(TrendData),
});

export const readTrendSummary = endpoint({
  method: "GET",
  path: "/api/trends/summary",
  summary: "Read the totals of a range, with the previous period",
  allow: "project:read",
  query: TrendFilter,
  response: success(TrendSummary),
});

export const listTrendSuites = endpoint({
  method: "GET",
  path: "/api/trends/test-suites",
  summary: "List suites that ran in a range or the previous one, most runs first",
  allow: "project:read",
  query: TrendFilter,
  response: success(z.array(TrendPart)),
});

export const listTrendEnvironments = endpoint({
  method: "GET",
  path: "/api/trends/environments",
  summary: "List environments that ran in a range or the previous one, most runs first",
  allow: "project:read",
  query: TrendFilter,
  response: success(z.array(TrendPart)),
});

export const listTrendFilters = endpoint({
  method: "GET",
  path: "/api/trends/filters",
  summary: `List filter values for trends (the first ${mostTrendOptions} of each kind, most recent first)`,
  allow: "project:read",
  query: z.object({
    projectId: Id.optional(),
    /** Only values that contain this, in any case. */
    find: z.string().max(200).optional(),
  }),
  response: success(TrendOptions),
});
