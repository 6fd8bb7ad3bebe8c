import { expect, test } from "vitest";
import { memberLabel } from "./member-label.ts";

const ada = { display_name: null, name: null, email: "ada@example.org", role_key: "USER" } as const;

test.for([
  [{}, "ada@example.org", "without a name, the address"],
  [{ name: "Ada Lovelace" }, "Ada Lovelace", "the name"],
  [{ name: "Ada Lovelace", display_name: "Ada" }, "Ada", "the display name before the name"],
  [{ name: "Ada", display_name: " " }, "Ada", "a blank one is none"],
  [{ name: "Ada", role_key: "LEAD" }, "Ada (LEAD)", "a role that is not USER is said"],
  [{ name: "Ada", role_key: "VIEWER" }, "Ada (VIEWER)", "that of a viewer as well"],
] as const)("%j is shown as %s: %s", ([member, expected]) => {
  expect(memberLabel({ ...ada, ...member })).toBe(expected);
});
