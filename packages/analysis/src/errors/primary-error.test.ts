import { expect, test } from "vitest";
import { primaryError } from "./primary-error.ts";

const bare = { message: "Test timeout of 800ms exceeded." };
const click = {
  message: "Error: page.click: Test timeout of 800ms exceeded.\nCall log:\n  - waiting for locator('#never')",
};

test.for([
  [[bare, click], click, "the action that the time ended"],
  [[{ message: '"beforeEach" hook timeout of 800ms exceeded.' }, click], click, "in a hook"],
  [[bare], bare, "nothing else is known"],
  [[bare, bare], bare, "nothing else is known"],
  [[{ message: "a" }, { message: "b" }], { message: "a" }, "the first of several"],
  [
    [{ message: "Test timeout of 800ms exceeded.\nwhile the basket was read" }],
    { message: "Test timeout of 800ms exceeded.\nwhile the basket was read" },
    "it says more",
  ],
  [[], undefined, "none"],
] as const)("%j: %j is most informative: %s", ([errors, expected]) => {
  expect(primaryError(errors)).toEqual(expected);
});
