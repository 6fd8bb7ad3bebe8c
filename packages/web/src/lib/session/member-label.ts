import type { Member } from "@plumb/contract/projects/members.ts";

type Named = Pick<Member, "display_name" | "name" | "email">;

/** The display name, else the name, else the address. */
export function memberName({ display_name: displayName, name, email }: Named): string {
  return [displayName, name, email].find((text) => text !== null && text.trim() !== "") ?? email;
}

/** Label of a member: roles other than USER are in brackets. */
export function memberLabel(member: Named & Pick<Member, "role_key">): string {
  return member.role_key === "USER" ? memberName(member) : `${memberName(member)} (${member.role_key})`;
}
