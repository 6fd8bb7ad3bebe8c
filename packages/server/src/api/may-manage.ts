import { roleAllows } from "@plumb/contract/people/auth.ts";
import type { Caller } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { membershipRole } from "#store/projects/members.ts";

/** Returns whether the caller leads a project that it can read. */
export async function mayManage(db: Db, projectId: number, caller: Caller): Promise<boolean> {
  if (caller.kind !== "user") return false;
  if (caller.user.role === "ADMIN") return true;
  const role = await membershipRole(db, projectId, caller.user.id);
  return role !== null && roleAllows(role, "project:manage");
}
