import { expect, test } from "vitest";
import { findSubjectFaults } from "./subjects.mjs";

test.for(["Process status changes once", "Speed up the list", "Name the actor of an event"])(
  "accepts %s",
  (subject) => {
    expect(findSubjectFaults(subject)).toEqual([]);
  },
);

test.for([
  ["Fixed the list", "does not begin with an imperative"],
  ["Fix the list.", "ends with a period"],
  [`Fix ${"x".repeat(80)}`, "has 84 characters, at most 72"],
  ["Send all of them at once", "two meanings"],
] as const)("rejects %s", ([subject, fault]) => {
  expect(findSubjectFaults(subject)).toEqual([expect.stringContaining(fault)]);
});
