import type { ProjectPermission } from "@plumb/contract/people/auth.ts";
import { useQuery } from "@tanstack/react-query";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";

/** Returns whether the user has the permission in the selected project. */
export function useMayHere(permission: ProjectPermission): boolean {
  const { data: account } = useQuery(ownAccountQuery);
  return mayIn(useSelectedProject(), account, permission);
}
