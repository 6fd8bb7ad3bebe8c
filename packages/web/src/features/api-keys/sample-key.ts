import type { ApiKey } from "@plumb/contract/projects/api-keys.ts";

/** Returns a key for stories and tests. */
export function sampleKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 1,
    name: "GitHub Actions",
    prefix: "plumb_1_aB3d",
    scopes: ["ingest"],
    createdAt: "2030-01-01T09:00:00.000Z",
    createdBy: { name: "Ada Lovelace", mayManage: true },
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    ...changes,
  };
}
