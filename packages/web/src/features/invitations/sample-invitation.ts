import type { Invitation } from "@plumb/contract/people/invitations.ts";

/** Returns a pending invitation with the given changes, for stories. */
export function sampleInvitation(id: number, change: Partial<Invitation> = {}): Invitation {
  return {
    id,
    email: `person${id}@example.org`,
    status: "pending",
    role_key: "USER",
    project_role_key: null,
    project_id: null,
    project_name: null,
    created_at: "2026-01-01T00:00:00.000Z",
    expires_at: "2099-01-08T12:00:00.000Z",
    accepted_at: null,
    invited_by_email: "ada@example.org",
    invited_by_name: "Ada Lovelace",
    ...change,
  };
}
