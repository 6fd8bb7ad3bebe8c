import { z } from "zod";
import { ReportSort, SortOrder } from "#runs/report-list.ts";
import { RunStatus } from "#runs/reports.ts";
import { savedView, viewEndpoints } from "./view-endpoints.ts";

const values = z.array(z.string().min(1).max(300)).max(100).optional();

/** URL parameters of the report list: search, filters and order. Days are in the reader's time zone. */
export const ReportListSearch = z.strictObject({
  q: z.string().max(200).optional(),
  status: z.array(RunStatus).max(100).optional(),
  environment: values,
  framework: values,
  suite: values,
  branch: values,
  tag: values,
  fact: values,
  commitAuthor: values,
  pullRequest: values,
  owner: values,
  /** Excluded values as `filter:value`. */
  not: values,
  author: z.string().max(200).optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  sortBy: ReportSort.optional(),
  sortOrder: SortOrder.optional(),
});
export type ReportListSearch = z.infer<typeof ReportListSearch>;

/** Maximum number of saved views per user, project and page. */
export const maxSavedViews = 100;

export const SavedView = savedView(ReportListSearch);
export type SavedView = z.infer<typeof SavedView>;

/** Endpoints for saved views. */
export const reportViews = viewEndpoints({
  path: "/api/projects/:projectId/saved-views",
  page: "the report list",
  search: ReportListSearch,
});

export const {
  list: listSavedViews,
  create: createSavedView,
  update: updateSavedView,
  remove: deleteSavedView,
} = reportViews;
