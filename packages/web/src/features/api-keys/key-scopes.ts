import type { ApiKeyScope } from "@plumb/contract/projects/api-keys.ts";

/** What a key may be allowed to, in the order in which it is shown. */
export const scopeWords = {
  ingest: { word: "Upload reports", what: "For CI jobs, plumb upload and reporters" },
  read: { word: "Read", what: "Everything a viewer can see" },
} as const satisfies Record<ApiKeyScope, { word: string; what: string }>;

export const keyScopes = Object.keys(scopeWords) as ApiKeyScope[];
