import { createApiKey, listApiKeys, revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listApiKeys, callers: "leads" },
  { endpoint: createApiKey, callers: "leads", audit: ["api_key.created"], sample: { body: { name: "CI" } } },
  {
    endpoint: revokeApiKey,
    callers: "leads",
    audit: ["api_key.revoked"],
    sample: async ({ newKeyId }) => ({ params: { keyId: await newKeyId() } }),
  },
];
