import { type ProjectPermission, roleAllows, type User } from "@plumb/contract/people/auth.ts";
import type { ListedProject } from "@plumb/contract/projects/projects.ts";

/**
 * Returns whether the user has the permission in this project, by the same rules as the server; false while project or user is
 * unknown.
 */
export function mayIn(
  project: Pick<ListedProject, "role"> | null | undefined,
  account: Pick<User, "role"> | undefined,
  permission: ProjectPermission,
): boolean {
  if (account === undefined || project === null || project === undefined) return false;
  return account.role === "ADMIN" || (project.role !== null && roleAllows(project.role, permission));
}

/** Returns whether the user has the permission in any of these projects. */
export function mayInAny(
  projects: readonly Pick<ListedProject, "role">[] | undefined,
  account: Pick<User, "role"> | undefined,
  permission: ProjectPermission,
): boolean {
  return projects?.some((project) => mayIn(project, account, permission)) === true;
}

/** Returns whether the user has access to any settings: administrators to all, members to their projects' settings. */
export function hasSettings(
  projects: readonly Pick<ListedProject, "role">[] | undefined,
  account: Pick<User, "role"> | undefined,
): boolean {
  return account?.role === "ADMIN" || mayInAny(projects, account, "project:read");
}
