import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { recordAct } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { addMember } from "#store/projects/members.ts";

/** What follows from an invitation that this account has accepted: its place in the project, and the audit. */
export async function join(
  transaction: Db,
  invitation: Invitation,
  { userId, address, now }: { userId: number; address: string; now: Date },
): Promise<void> {
  if (invitation.project_id !== null && invitation.project_role_key !== null)
    await addMember(transaction, invitation.project_id, userId, invitation.project_role_key);
  const actor = { id: userId, email: invitation.email, address, now };
  await recordAct(transaction, actor, {
    action: "invitation.accepted",
    projectId: invitation.project_id,
    targetType: "invitation",
    targetId: invitation.id,
    targetName: invitation.email,
    detail: { role: invitation.role_key, projectRole: invitation.project_role_key },
  });
}
