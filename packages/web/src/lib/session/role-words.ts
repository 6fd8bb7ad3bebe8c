import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";

/** What roles are called on the screens, as the server's list of roles calls them. */
export const systemRoleWords: Readonly<Record<User["role"], string>> = { ADMIN: "Administrator", USER: "User" };
export const projectRoleWords: Readonly<Record<ProjectRole, string>> = { LEAD: "Lead", USER: "User", VIEWER: "Viewer" };
