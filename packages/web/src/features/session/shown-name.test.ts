import { expect, test } from "vitest";
import { shownName } from "./shown-name.ts";

test.for([
  [{ displayName: "Jane D.", username: "x" }, "Jane D.", "the display name wins"],
  [{ displayName: " ", username: "jane.doe@example.org" }, "Jane Doe", "a user name is made readable"],
  [{ displayName: null, username: "@" }, "User", "nothing readable"],
  [null, "User", "nobody yet"],
] as const)("%j is shown as %s: %s", ([user, expected]) => {
  expect(shownName(user)).toBe(expected);
});
