import { z } from "zod";
import { viewEndpoints } from "#projects/view-endpoints.ts";

const values = z.array(z.string().min(1).max(300)).max(100).optional();

/** URL parameters of the trends. Days are in the reader's time zone. */
export const TrendViewSearch = z.strictObject({
  view: z.string().min(1).max(300).optional(),
  range: z.enum(["7d", "90d", "6m", "1y", "custom"]).optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  group: z.enum(["week", "month"]).optional(),
  suite: values,
  environment: values,
  branch: values,
  framework: values,
  tag: values,
  fact: values,
  owner: values,
  not: values,
  zoomed: z.string().max(50).optional(),
  axis: z.literal("zero").optional(),
  durations: z.literal("percentiles").optional(),
  previous: z.literal("hidden").optional(),
  show: z.literal("table").optional(),
  parts: z.literal("environments").optional(),
});
export type TrendViewSearch = z.infer<typeof TrendViewSearch>;

/** Endpoints for saved views. */
export const trendViews = viewEndpoints({
  path: "/api/trends/projects/:projectId/views",
  page: "the trends",
  search: TrendViewSearch,
});

export const {
  list: listTrendViews,
  create: createTrendView,
  update: updateTrendView,
  remove: deleteTrendView,
} = trendViews;
