import type { ApiKeyScope } from "@plumb/contract/projects/api-keys.ts";

/** Scopes of a key in display order. */
export const scopeLabels = {
  ingest: { word: "Upload reports", what: "For CI jobs, plumb upload and reporters" },
  read: { word: "Read", what: "Everything a viewer can see" },
  triage: { word: "Write as an agent", what: "Lets a coding agent add analysis items, marked as its own" },
} as const satisfies Record<ApiKeyScope, { word: string; what: string }>;

export const keyScopes = Object.keys(scopeLabels) as ApiKeyScope[];
