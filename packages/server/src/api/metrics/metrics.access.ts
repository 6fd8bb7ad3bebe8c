import { readMetrics } from "@plumb/contract/runs/metrics.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [{ endpoint: readMetrics, callers: "readers" }];
