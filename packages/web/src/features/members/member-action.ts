import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { memberName } from "#lib/session/member-label.ts";
import { projectRoleLabels } from "#lib/session/role-labels.ts";

/** Change of a member: a new role, or `null` to remove the member. */
export interface MemberAction {
  readonly member: Member;
  readonly role: ProjectRole | null;
}

export const roleChoices = (["LEAD", "USER", "VIEWER"] as const).map((value) => ({
  value,
  label: projectRoleLabels[value],
}));

/** Returns the consequences of a change as sentences for the confirmation; `null` if there are none. */
export function lossOf(
  { member, role }: MemberAction,
  members: readonly Member[],
  ownId: number | null,
): string | null {
  const own = member.id === ownId;
  const who = own ? "You" : memberName(member);
  const leads = members.filter(({ role_key: key, active }) => key === "LEAD" && active);
  const lastLead = member.role_key === "LEAD" && role !== "LEAD" && leads.every(({ id }) => id === member.id);
  const sentences = [
    ...(role === null ? [`${who} will no longer see this project and its reports.`] : []),
    ...(role !== null && member.role_key === "LEAD" ? [`${who} will no longer manage this project.`] : []),
    ...(lastLead ? ["The project will have no lead, so only administrators can manage it."] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(" ");
}
