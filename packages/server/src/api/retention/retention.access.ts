import { confirmRetention, keepReport, readRetention } from "@plumb/contract/projects/retention.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readRetention, callers: "leads" },
  { endpoint: confirmRetention, callers: "leads", audit: ["retention.confirmed"] },
  {
    endpoint: keepReport,
    callers: "users",
    audit: ["report.kept", "report.released"],
    sample: { body: { keep: true } },
  },
];
