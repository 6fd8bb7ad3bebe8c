import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { addMember } from "#store/projects/members.ts";

/** Adds the account to the project of the accepted invitation and records it in the audit log. */
export async function join(
  transaction: Db,
  invitation: Invitation,
  { userId, address, now }: { userId: number; address: string; now: Date },
): Promise<void> {
  if (invitation.project_id !== null && invitation.project_role_key !== null)
    await addMember(transaction, invitation.project_id, userId, invitation.project_role_key);
  const actor = { id: userId, email: invitation.email, address, now };
  await recordAudit(transaction, actor, {
    action: "invitation.accepted",
    projectId: invitation.project_id,
    targetType: "invitation",
    targetId: invitation.id,
    targetName: invitation.email,
    detail: { role: invitation.role_key, projectRole: invitation.project_role_key },
  });
}
