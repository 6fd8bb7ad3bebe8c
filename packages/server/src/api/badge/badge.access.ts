import { readBadge } from "@plumb/contract/projects/badge.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // 404: the project has no public badge.
  { endpoint: readBadge, callers: "everyone", status: 404 },
];
