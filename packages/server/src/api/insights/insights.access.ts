import { analyzeFailures, analyzeInBackground, readAnalysis } from "@plumb/contract/runs/insights.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readAnalysis, callers: "readers" },
  // 409: the report has no failures.
  { endpoint: analyzeFailures, callers: "users", status: 409, audit: "queues" },
  { endpoint: analyzeInBackground, callers: "users", status: 409, audit: "queues" },
];
