import { expect, test } from "vitest";
import { initials, displayName } from "./shown-name.ts";

const jane = { displayName: null, name: null, username: "jane.doe@example.org" };

test.for([
  [{ ...jane, displayName: "Jane D.", name: "Jane Doe-Smith" }, "Jane D.", "the display name wins"],
  [{ ...jane, displayName: " ", name: "Jane Doe-Smith" }, "Jane Doe-Smith", "then the name"],
  [{ ...jane, displayName: "", name: " " }, "Jane Doe", "then a readable form of the user name"],
  [{ ...jane, username: "@" }, "User", "nothing readable"],
  [null, "User", "nobody yet"],
] as const)("%j is shown as %s: %s", ([user, expected]) => {
  expect(displayName(user)).toBe(expected);
});

test.for([
  ["Jane Doe", "JD"],
  ["jane van der doe", "JV"],
  ["jane", "JA"],
  ["😀😀 b", "😀B"],
  ["", ""],
] as const)("the initials of %j are %s", ([name, expected]) => {
  expect(initials(name)).toBe(expected);
});
