import { readDashboard } from "@plumb/contract/projects/dashboard.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [{ endpoint: readDashboard, callers: "readers" }];
