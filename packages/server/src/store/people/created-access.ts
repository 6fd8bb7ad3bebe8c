import type { CreatedAccess } from "@plumb/contract/people/created-access.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { pendingInvitationsOf } from "./invitations.ts";

/** Maximum number per kind, because the list only has to be confirmed. */
const maxOfEach = 200;

/** Returns the API keys, webhooks and invitations by an account that stay valid without it, newest first. `projectId: null` means all projects. */
export async function accessCreatedBy(
  db: Db,
  by: { readonly userId: number; readonly projectId: number | null; readonly now: Date },
): Promise<CreatedAccess> {
  const { userId, projectId, now } = by;
  const inProject = projectId === null ? sql`true` : sql`p.id = ${projectId}`;
  type Key = Omit<CreatedAccess["apiKeys"][number], "lastUsedAt"> & { lastUsedAt: Date | null };
  const { rows: apiKeys } = await sql<Key>`
    select k.id, k.project_id as "projectId", p.name as "projectName", k.name, k.scopes, k.last_used_at as "lastUsedAt"
      from api_key k
      join project p on p.id = k.project_id and p.status <> 'deleting'
     where k.created_by = ${userId} and ${inProject}
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
     order by k.created_at desc, k.id desc
     limit ${maxOfEach}
  `.execute(db);
  const { rows: webhooks } = await sql<CreatedAccess["webhooks"][number]>`
    select w.id, w.project_id as "projectId", p.name as "projectName", w.url, w.enabled
      from webhook w
      join project p on p.id = w.project_id and p.status <> 'deleting'
     where w.created_by = ${userId} and ${inProject}
     order by w.id desc
     limit ${maxOfEach}
  `.execute(db);
  const invitations = await pendingInvitationsOf(db, { ...by, limit: maxOfEach });
  return {
    apiKeys: apiKeys.map((key) => ({ ...key, lastUsedAt: key.lastUsedAt?.toISOString() ?? null })),
    webhooks,
    invitations: invitations.map(({ id, email, project_id, project_name }) => ({
      id,
      email,
      projectId: project_id,
      projectName: project_name,
    })),
  };
}
