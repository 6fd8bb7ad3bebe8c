import { upload } from "@plumb/contract/runs/ingest.ts";
import { junit } from "#testing/reports.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  {
    endpoint: upload,
    callers: "uploaders",
    audit: "uploads",
    sample: ({ projectId }) => ({
      query: { projectId: String(projectId), filename: "a.xml" },
      body: junit([["cart", "adds"]]),
    }),
  },
];
