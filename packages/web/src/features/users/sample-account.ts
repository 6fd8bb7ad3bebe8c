import type { Account } from "@plumb/contract/people/users.ts";

/** Returns an account with the given changes, for stories. */
export function sampleAccount(id: number, change: Partial<Account> = {}): Account {
  return {
    id,
    username: `person${id}@example.org`,
    email: `person${id}@example.org`,
    displayName: null,
    name: `Person ${id}`,
    role: "USER",
    avatarUrl: null,
    timezone: "UTC",
    createdAt: "2030-01-01T00:00:00.000Z",
    status: "active",
    lastSeenAt: "2030-01-02T00:00:00.000Z",
    projects: [{ id: 1, name: "Web shop", role: "USER" }],
    ...change,
  };
}
