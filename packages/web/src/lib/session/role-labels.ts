import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";

/** Display names of roles, as on the server. */
export const systemRoleLabels: Readonly<Record<User["role"], string>> = { ADMIN: "Administrator", USER: "User" };
export const projectRoleLabels: Readonly<Record<ProjectRole, string>> = {
  LEAD: "Lead",
  USER: "User",
  VIEWER: "Viewer",
};
