import type { ApiKey } from "@plumb/contract/projects/api-keys.ts";

/** Lifetimes of a new key. */
export const lifetimes = [
  { value: "never", label: "Never", days: null },
  { value: "30", label: "30 days", days: 30 },
  { value: "90", label: "90 days", days: 90 },
  { value: "365", label: "1 year", days: 365 },
] as const;

/** Returns whether a key is active, expired or revoked. */
export function keyState({ revokedAt, expiresAt }: ApiKey, nowMs: number): "live" | "expired" | "revoked" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "live";
}
