import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import type { Role } from "@plumb/contract/people/invitations.ts";

/** System roles are fixed: their permissions are defined in the contract, not in a table. */
export const systemRoles: readonly (Role & { key: User["role"] })[] = [
  { id: 1, key: "USER", name: "User", description: "Can work in the projects they belong to" },
  { id: 2, key: "ADMIN", name: "Administrator", description: "Can do everything in every project" },
];

export const projectRoles: readonly (Role & { key: ProjectRole })[] = [
  { id: 3, key: "VIEWER", name: "Viewer", description: "Can read reports" },
  { id: 4, key: "USER", name: "User", description: "Can read and upload reports and triage failures" },
  { id: 5, key: "LEAD", name: "Lead", description: "Can also manage the project's members, API keys and settings" },
];
