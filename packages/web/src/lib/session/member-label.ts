import type { Member } from "@plumb/contract/projects/members.ts";

type Named = Pick<Member, "display_name" | "name" | "email">;

/** Returns the display name, the name or the email address, in this order. */
export function memberName({ display_name: displayName, name, email }: Named): string {
  return [displayName, name, email].find((text) => text !== null && text.trim() !== "") ?? email;
}

/** Returns the label of a member, with roles other than USER in brackets. */
export function memberLabel(member: Named & Pick<Member, "role_key">): string {
  return member.role_key === "USER" ? memberName(member) : `${memberName(member)} (${member.role_key})`;
}
