import { expect, test } from "vitest";
import { scopeOfVerdict } from "./scope-of-verdict.ts";

const scopes = { branches: ["main", "topic"], environments: ["preview", "staging"] };
const bracket = { environment: "staging", firstBad: { branch: "main" } };

test("history starts with the environment and branch where the state began", () => {
  expect(scopeOfVerdict({ ...scopes, bracket })).toEqual({ environment: "staging", branch: "main" });
});

test("runs without a branch are a separate place", () => {
  const withoutBranch = { environment: "staging", firstBad: { branch: null } };
  expect(scopeOfVerdict({ ...scopes, branches: ["", "topic"], bracket: withoutBranch }).branch).toBe("");
});

test.for([
  ["a healthy test", { ...scopes, bracket: null }],
  ["a test that ran in one place", { branches: ["main"], environments: ["staging"], bracket }],
  ["a test that is not loaded yet", undefined],
] as const)("%s has the history of all places", ([, details]) => {
  expect(scopeOfVerdict(details)).toEqual({ environment: undefined, branch: undefined });
});
