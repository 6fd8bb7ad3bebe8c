import { z } from "zod";
import { Id } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { excludable, trendQueries } from "#query/query-languages.ts";
import { excluded, Query, withQuery } from "#query/query-schema.ts";
import { filterValues, runFilters } from "#runs/run-filters.ts";

/** Range of days or months up to today; `custom` uses `startDate` and `endDate`. */
export const TrendRange = z.enum(["7d", "30d", "90d", "6m", "1y", "custom"]);
export type TrendRange = z.infer<typeof TrendRange>;

/** Weeks start on Monday. */
export const TrendGroup = z.enum(["day", "week", "month"]);
export type TrendGroup = z.infer<typeof TrendGroup>;

const day = z.iso
  .date()
  .refine((date) => date >= "1000" && date < "9999-12", "Choose a date in the year 1000 or later");

/** Filter for runs. A run must match every field that is set, and a field matches if one of its values does. */
export const TrendFilter = z.object({
  /** Can be omitted with an API key. */
  projectId: Id.optional(),
  /** Defaults to `custom` if a day is given, otherwise to `30d`. */
  timeRange: TrendRange.optional(),
  /** First and last day of a `custom` range. Rejected with any other range. */
  startDate: day.optional(),
  endDate: day.optional(),
  /** IANA name of the time zone for days. The default is the time zone in the caller's profile, else UTC. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
  groupBy: TrendGroup.default("day"),
  ...runFilters,
  /** Only tests of these owners, according to the owners when the run was counted. */
  owner: filterValues,
  /** Excluded values as `filter:value`. A run without a value, such as a run without tags, is not excluded. */
  not: excluded(excludable.trends),
  q: Query,
});
export type TrendFilter = z.output<typeof TrendFilter>;

/** The filter, with the filters of its query. */
export const TrendQuery = withQuery(TrendFilter, trendQueries);
