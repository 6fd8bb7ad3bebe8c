import { type ProjectPermission, roleAllows, type User } from "@plumb/contract/people/auth.ts";
import type { ListedProject } from "@plumb/contract/projects/projects.ts";

/** Whether the reader may do it in this project, as the server decides it too; false while either is not known. */
export function mayIn(
  project: Pick<ListedProject, "role"> | null | undefined,
  account: Pick<User, "role"> | undefined,
  permission: ProjectPermission,
): boolean {
  if (account === undefined || project === null || project === undefined) return false;
  return account.role === "ADMIN" || (project.role !== null && roleAllows(project.role, permission));
}

/** Whether there are settings for the reader: administrators have all of them, leads those of their projects. */
export function hasSettings(
  projects: readonly Pick<ListedProject, "role">[] | undefined,
  account: Pick<User, "role"> | undefined,
): boolean {
  if (account === undefined) return false;
  return account.role === "ADMIN" || projects?.some((project) => mayIn(project, account, "project:manage")) === true;
}
