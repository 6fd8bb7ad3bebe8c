import { z } from "zod";
import { viewEndpoints } from "#projects/view-endpoints.ts";
import { TestOrder } from "./tests.ts";

const value = z.string().min(1).max(300);
/** Views saved by earlier versions have a single value. */
const values = z.union([value.transform((only) => [only]), z.array(value).max(100)]).optional();

/** URL parameters of the tests, without the page number and the open dialog. */
export const TestViewSearch = z.strictObject({
  view: z.enum(["all", "broken", "unstable", "slow", "slowing", "quarantined", "unowned", "gone"]).optional(),
  q: z.string().max(200).optional(),
  suite: values,
  environment: values,
  branch: values,
  framework: values,
  tag: values,
  fact: values,
  owner: values,
  /** Excluded values as `filter:value`. */
  not: values,
  sort: TestOrder.optional(),
});
export type TestViewSearch = z.infer<typeof TestViewSearch>;

/** Endpoints for saved views. */
export const testViews = viewEndpoints({
  path: "/api/projects/:projectId/test-views",
  page: "the tests",
  search: TestViewSearch,
});

export const {
  list: listTestViews,
  create: createTestView,
  update: updateTestView,
  remove: deleteTestView,
} = testViews;
