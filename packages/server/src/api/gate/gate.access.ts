import { readGate } from "@plumb/contract/runs/gate.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // CI jobs can check their uploads: keys with the scope `ingest` and users who can upload.
  {
    endpoint: readGate,
    callers: "uploaders",
    sample: ({ projectId }) => ({ query: { projectId: String(projectId), build: "1" } }),
  },
];
