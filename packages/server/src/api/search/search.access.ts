import { searchProject } from "@plumb/contract/projects/search.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: searchProject, callers: "readers", sample: { query: { q: "cart" } } },
];
