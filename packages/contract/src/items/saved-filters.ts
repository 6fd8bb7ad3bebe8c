import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { annotationSorts } from "./item-sorts.ts";
import { AnnotationPriority, AnnotationType } from "./annotations.ts";
import { itemStatuses } from "./item-labels.ts";
import { savedView, ViewName } from "#projects/view-endpoints.ts";

/** URL parameters of the items screen, without the page number and the open item. */
export const ItemSearch = z.strictObject({
  q: z.string().max(200).optional(),
  /** `todo`: open, in progress or reopened. */
  status: z.enum([...itemStatuses, "todo"]).optional(),
  type: AnnotationType.optional(),
  priority: AnnotationPriority.optional(),
  /** `unassigned`, `me`, or a member's id. */
  assignee: z.union([z.enum(["unassigned", "me"]), z.number().int().positive()]).optional(),
  creator: z.union([z.enum(["me", "agents"]), z.number().int().positive()]).optional(),
  overdue: z.boolean().optional(),
  run: z.number().int().positive().optional(),
  test: z.number().int().positive().optional(),
  group: z.number().int().positive().optional(),
  sortBy: z.enum(annotationSorts).optional(),
  sortOrder: z.enum(["asc", "desc"]).optional(),
});
export type ItemSearch = z.infer<typeof ItemSearch>;

export const SavedFilter = savedView(ItemSearch);
export type SavedFilter = z.infer<typeof SavedFilter>;

const params = z.object({ projectId: Id });
const filterParams = z.object({ projectId: Id, filterId: Id });

export const listSavedFilters = endpoint({
  method: "GET",
  path: "/api/annotations/projects/:projectId/filters",
  summary: "List the caller's saved filters of analysis items and the shared ones, by name",
  allow: "project:read",
  params,
  /** `mayShare`: the caller may share saved filters with the project. */
  response: success(z.array(SavedFilter), { mayShare: z.boolean() }),
});

export const createSavedFilter = endpoint({
  method: "POST",
  path: "/api/annotations/projects/:projectId/filters",
  summary: "Save a filter of analysis items; sharing needs triage permission",
  allow: "project:read",
  params,
  body: z.object({ name: ViewName, search: ItemSearch, shared: z.boolean().default(false) }),
  response: success(SavedFilter),
});

export const updateSavedFilter = endpoint({
  method: "PUT",
  path: "/api/annotations/projects/:projectId/filters/:filterId",
  summary: "Rename, change, share or unshare one of the caller's filters; missing fields are not changed",
  allow: "project:read",
  params: filterParams,
  body: z.object({ name: ViewName.optional(), search: ItemSearch.optional(), shared: z.boolean().optional() }),
  response: success(SavedFilter),
});

export const deleteSavedFilter = endpoint({
  method: "DELETE",
  path: "/api/annotations/projects/:projectId/filters/:filterId",
  summary: "Delete a filter: the caller's own, or any shared one for leads",
  allow: "project:read",
  params: filterParams,
  response: success(z.null()),
});
