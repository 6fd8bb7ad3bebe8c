import { expect, test } from "vitest";
import { limits } from "#limits.ts";
import { assertionsIn } from "./assertions.ts";

const step = (category: string | undefined, ...steps: object[]) => ({ title: "step", category, steps });

test.for([
  ["no steps", [], undefined],
  ["steps without categories", [step(undefined, step("test.step"))], undefined],
  ["only hooks", [step("hook"), step("hook", step("fixture"))], 0],
  ["assertions at every depth", [step("expect"), step("test.step", step("hook", step("expect")))], 2],
  ["assertions that are repeated inside another", [step("expect", step("expect"), step("expect")), step("expect")], 2],
  ["more steps than are read", Array.from({ length: limits.stepsPerAttempt + 1 }, () => step("expect")), undefined],
  ["no list", "expect", undefined],
] as const)("%s", ([, steps, count]) => {
  expect(assertionsIn(steps)).toBe(count);
});
