import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import type { Role } from "@plumb/contract/people/invitations.ts";

/** Fixed: what a role may do is written in the contract's permissions, not in a table. */
export const systemRoles: readonly (Role & { key: User["role"] })[] = [
  { id: 1, key: "USER", name: "User", description: "Works in the projects of which they are a member" },
  { id: 2, key: "ADMIN", name: "Administrator", description: "May do everything, in every project" },
];

export const projectRoles: readonly (Role & { key: ProjectRole })[] = [
  { id: 3, key: "VIEWER", name: "Viewer", description: "Reads reports" },
  { id: 4, key: "USER", name: "User", description: "Reads reports, triages failures and uploads" },
  { id: 5, key: "LEAD", name: "Lead", description: "Also manages the project's members, keys and settings" },
];
