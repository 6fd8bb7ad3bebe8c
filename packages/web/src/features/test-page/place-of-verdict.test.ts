import { expect, test } from "vitest";
import { locationOfVerdict } from "./place-of-verdict.ts";

const locations = { branches: ["main", "topic"], environments: ["preview", "staging"] };
const bracket = { environment: "staging", firstBad: { branch: "main" } };

test("history starts with the environment and branch where the state began", () => {
  expect(locationOfVerdict({ ...locations, bracket })).toEqual({ environment: "staging", branch: "main" });
});

test("runs without a branch are a separate place", () => {
  const withoutBranch = { environment: "staging", firstBad: { branch: null } };
  expect(locationOfVerdict({ ...locations, branches: ["", "topic"], bracket: withoutBranch }).branch).toBe("");
});

test.for([
  ["a healthy test", { ...locations, bracket: null }],
  ["a test that ran in one place", { branches: ["main"], environments: ["staging"], bracket }],
  ["a test that is not loaded yet", undefined],
] as const)("%s has the history of all places", ([, details]) => {
  expect(locationOfVerdict(details)).toEqual({ environment: undefined, branch: undefined });
});
