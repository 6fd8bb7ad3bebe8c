import { expect, test } from "vitest";
import { passwordRequirements, passwordStrength } from "./password-strength.ts";

test.for([
  ["", 0, "Very Weak"],
  ["abc", 1, "Very Weak"],
  ["abc1", 2, "Weak"],
  ["abcdefgh", 2, "Weak"],
  ["abcdefg1", 3, "Fair"],
  ["Abcdefg1", 4, "Good"],
  ["Abcdef1!", 5, "Strong"],
  ["Ünïcödé1", 4, "Good"],
  ["Äb 1", 3, "Fair"],
] as const)("%j meets %i criteria: %s", ([password, met, label]) => {
  expect(passwordStrength(password)).toEqual({ met, label });
});

test.for([
  ["", [false, false, false]],
  ["abcdef", [true, false, false]],
  ["aB1", [false, true, true]],
  ["abCDE1", [true, true, true]],
] as const)("%j meets the requirements %j", ([password, met]) => {
  expect(passwordRequirements(password).map((requirement) => requirement.met)).toEqual(met);
});
