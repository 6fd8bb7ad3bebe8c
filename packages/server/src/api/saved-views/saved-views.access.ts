import { reportViews } from "@plumb/contract/projects/saved-views.ts";
import { failureViews } from "@plumb/contract/failures/failure-views.ts";
import { testViews } from "@plumb/contract/tests/test-views.ts";
import { trendViews } from "@plumb/contract/trends/trend-views.ts";
import type { Endpoint } from "@plumb/contract/endpoint.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

interface ViewEndpoints {
  readonly list: Endpoint;
  readonly create: Endpoint;
  readonly update: Endpoint;
  readonly remove: Endpoint;
}

/** API keys cannot save views, because they have no account. A view of another user is missing. */
function accessToViews({ list, create, update, remove }: ViewEndpoints, search: object): readonly EndpointAccess[] {
  return [
    { endpoint: list, callers: "viewers" },
    { endpoint: create, callers: "viewers", audit: "personal", sample: { body: { name: "Red", search } } },
    { endpoint: update, callers: "viewers", status: 404, audit: "personal", sample: { body: { name: "Green" } } },
    { endpoint: remove, callers: "viewers", status: 404, audit: "personal" },
  ];
}

export const access: readonly EndpointAccess[] = [
  ...accessToViews(reportViews, { status: ["failed"] }),
  ...accessToViews(failureViews, {}),
  ...accessToViews(testViews, { view: "broken" }),
  ...accessToViews(trendViews, { range: "7d" }),
];
