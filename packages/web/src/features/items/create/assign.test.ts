import type { Member } from "@plumb/contract/projects/members.ts";
import { expect, test } from "vitest";
import { suggestedMember } from "./assign.ts";
import { dueDays } from "./due-days.ts";

const member = (id: number, name: string, email: string): Member => ({
  id,
  display_name: name,
  name: null,
  email,
  role_key: "USER",
  active: true,
  avatarUrl: null,
});
const members = [member(1, "Ada Okafor", "ada@example.org"), member(2, "Mira Lindqvist", "mira@example.org")];

test("the first suggested name that is a member is chosen, ignoring case and a leading @", () => {
  expect(suggestedMember(["@checkout", "mira lindqvist", "Ada Okafor"], members)).toBe("2");
  expect(suggestedMember(["@ada@example.org"], members)).toBe("1");
});

test("no member is chosen without a suggestion that is one", () => {
  expect(suggestedMember([], members)).toBe("");
  expect(suggestedMember(["Ada"], members)).toBe("");
});

test.for([
  ["2030-01-30", "2030-01-31", "2030-02-01", "Wednesday"],
  ["2030-01-31", "2030-02-01", "2030-02-08", "Thursday: tomorrow is Friday already"],
  ["2030-02-01", "2030-02-02", "2030-02-08", "Friday"],
] as const)("due days on %s are %s and Friday %s", ([today, tomorrow, friday]) => {
  expect(dueDays(today).map(({ day }) => day)).toEqual([today, tomorrow, friday]);
});
