import { sendCommits } from "@plumb/contract/runs/commits.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  {
    endpoint: sendCommits,
    callers: "uploaders",
    audit: "commits",
    sample: ({ projectId }) => ({ query: { projectId: String(projectId) }, body: { hashes: [] } }),
  },
];
