import { z } from "zod";
import { bodyBytes, endpoint, Id, success } from "#endpoint.ts";
import { maxViewName, noViewName, SavedView } from "#projects/saved-views.ts";
import { FailingState } from "./failing-state.ts";
import { ClassFilter } from "./failure-window.ts";

const values = z.array(z.string().min(1).max(300)).max(100).optional();

/** URL parameters of the failure analysis, without the page number and what is open. Days are in the reader's time zone. */
export const FailureViewSearch = z.strictObject({
  tab: z.enum(["tests", "runs"]).optional(),
  window: z.enum(["1h", "8h", "1d", "7d", "60d", "90d", "custom"]).optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  q: z.string().max(200).optional(),
  runs: z.array(Id).max(100).optional(),
  class: ClassFilter.optional(),
  state: FailingState.optional(),
  sort: z.enum(["occurrences", "tests", "firstSeen"]).optional(),
  cause: Id.optional(),
  incident: Id.optional(),
  suite: values,
  environment: values,
  branch: values,
  framework: values,
  browser: values,
  tag: values,
  fact: values,
  owner: values,
  /** In a shared view, these are the tests of the reader. */
  mine: z.literal(true).optional(),
});
export type FailureViewSearch = z.infer<typeof FailureViewSearch>;

export const FailureView = z.object({ ...SavedView.shape, search: FailureViewSearch });
export type FailureView = z.infer<typeof FailureView>;

const path = "/api/analysis/projects/:projectId/views";
const params = z.object({ projectId: Id });
const viewParams = z.object({ projectId: Id, viewId: Id });
const Name = z.string().trim().min(1, noViewName).max(maxViewName);

export const listFailureViews = endpoint({
  method: "GET",
  path,
  summary: "List the caller's views of the failure analysis and the shared ones, by name",
  allow: "project:read",
  params,
  /** `mayShare`: the caller may share saved views with the project. */
  response: success(z.array(FailureView), { mayShare: z.boolean() }),
});

export const createFailureView = endpoint({
  method: "POST",
  path,
  summary: "Save a view of the failure analysis; sharing needs triage permission",
  allow: "project:read",
  params,
  body: z.object({ name: Name, search: FailureViewSearch, shared: z.boolean().default(false) }),
  bodyBytes: bodyBytes.large,
  response: success(FailureView),
});

export const updateFailureView = endpoint({
  method: "PUT",
  path: `${path}/:viewId`,
  summary: "Rename, change, share or unshare one of the caller's views; missing fields are not changed",
  allow: "project:read",
  params: viewParams,
  body: z.object({ name: Name.optional(), search: FailureViewSearch.optional(), shared: z.boolean().optional() }),
  bodyBytes: bodyBytes.large,
  response: success(FailureView),
});

export const deleteFailureView = endpoint({
  method: "DELETE",
  path: `${path}/:viewId`,
  summary: "Delete a view: the caller's own, or any shared one for leads",
  allow: "project:read",
  params: viewParams,
  response: success(z.null()),
});
