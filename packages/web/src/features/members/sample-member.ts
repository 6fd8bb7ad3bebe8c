import type { Member } from "@plumb/contract/projects/members.ts";

/** Returns a member for stories and tests. */
export function sampleMember(changes: Partial<Member> = {}): Member {
  return {
    id: 1,
    display_name: null,
    name: "Ada Lovelace",
    email: "ada@example.org",
    role_key: "USER",
    active: true,
    avatarUrl: null,
    ...changes,
  };
}
