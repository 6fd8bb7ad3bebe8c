import { readPullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // 404: allowed, but the build does not exist.
  {
    endpoint: readPullRequestSummary,
    callers: "uploaders",
    status: 404,
    sample: ({ projectId }) => ({ query: { projectId: String(projectId), build: "1" } }),
  },
];
