import { z } from "zod";
import { endpoint, Id, success, bodyBytes } from "#endpoint.ts";
import { ReportSort, SortOrder } from "#runs/report-list.ts";
import { RunStatus } from "#runs/reports.ts";

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
  author: z.string().max(200).optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  sortBy: ReportSort.optional(),
  sortOrder: SortOrder.optional(),
});
export type ReportListSearch = z.infer<typeof ReportListSearch>;

/** Maximum number of saved views per user and project. */
export const maxSavedViews = 100;
export const maxViewName = 80;

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  search: ReportListSearch,
  /** True if all members of the project can see the view; otherwise only its owner can. */
  shared: z.boolean(),
  /** True if the view belongs to the caller. */
  own: z.boolean(),
  /** Name of the owner. */
  owner: z.string(),
  /** True if the caller may delete the view: owners can, and leads can delete shared views. */
  deletable: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;

const params = z.object({ projectId: Id });
const viewParams = z.object({ projectId: Id, viewId: Id });
export const noViewName = "Enter a name for the view";

const Name = z.string().trim().min(1, noViewName).max(maxViewName);

export const listSavedViews = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/saved-views",
  summary: "List the caller's views of the report list and the shared ones, by name",
  allow: "project:read",
  params,
  /** `mayShare`: the caller may share saved views with the project. */
  response: success(z.array(SavedView), { mayShare: z.boolean() }),
});

export const createSavedView = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/saved-views",
  summary: "Save a view of the report list; sharing needs triage permission",
  allow: "project:read",
  params,
  body: z.object({ name: Name, search: ReportListSearch, shared: z.boolean().default(false) }),
  bodyBytes: bodyBytes.large,
  response: success(SavedView),
});

export const updateSavedView = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/saved-views/:viewId",
  summary: "Rename, change, share or unshare one of the caller's views; missing fields are not changed",
  allow: "project:read",
  params: viewParams,
  body: z.object({ name: Name.optional(), search: ReportListSearch.optional(), shared: z.boolean().optional() }),
  bodyBytes: bodyBytes.large,
  response: success(SavedView),
});

export const deleteSavedView = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/saved-views/:viewId",
  summary: "Delete a view: the caller's own, or any shared one for leads",
  allow: "project:read",
  params: viewParams,
  response: success(z.null()),
});
