import { z } from "zod";
import { Id } from "#endpoint.ts";
import { viewEndpoints } from "#projects/view-endpoints.ts";
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
  /** Excluded values as `filter:value`. */
  not: values,
  /** In a shared view, these are the tests of the reader. */
  mine: z.literal(true).optional(),
});
export type FailureViewSearch = z.infer<typeof FailureViewSearch>;

/** Endpoints for saved views. */
export const failureViews = viewEndpoints({
  path: "/api/analysis/projects/:projectId/views",
  page: "the failure analysis",
  search: FailureViewSearch,
});

export const {
  list: listFailureViews,
  create: createFailureView,
  update: updateFailureView,
  remove: deleteFailureView,
} = failureViews;
