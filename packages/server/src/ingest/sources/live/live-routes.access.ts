import { completeRun, openRun, putArtifact, sendEvents } from "@plumb/contract/runs/live.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  {
    endpoint: openRun,
    callers: "uploaders",
    audit: "uploads",
    sample: ({ projectId }) => ({ query: { projectId: String(projectId) }, body: { clientId: "reporter" } }),
  },
  // 404: allowed, but the source does not exist.
  {
    endpoint: sendEvents,
    callers: "uploaders",
    status: 404,
    audit: "uploads",
    sample: ({ otherId }) => ({ query: { source: String(otherId) } }),
  },
  {
    endpoint: putArtifact,
    callers: "uploaders",
    status: 404,
    audit: "uploads",
    sample: ({ otherId }) => ({ query: { source: String(otherId), name: "a.txt" } }),
  },
  {
    endpoint: completeRun,
    callers: "uploaders",
    status: 404,
    audit: "uploads",
    sample: ({ otherId }) => ({ body: { source: otherId, batches: 0 } }),
  },
];
