import { readArtifact } from "@plumb/contract/runs/artifacts.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // The token authorises the request; this one is forged.
  { endpoint: readArtifact, callers: "everyone", status: 403, sample: { params: { token: "forged" } } },
];
