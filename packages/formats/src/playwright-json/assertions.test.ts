import { expect, test } from "vitest";
import { limits } from "#limits.ts";
import { assertionsIn } from "./assertions.ts";

const step = (category: string | undefined, ...steps: object[]) => ({ title: "step", category, steps });
const at = (line: number, ...steps: object[]) => ({
  title: "Expect",
  category: "expect",
  location: { file: "/ci/a.spec.ts", line, column: 3 },
  steps,
});

test.for([
  ["no steps", [], undefined],
  ["steps without categories", [step(undefined, step("test.step"))], undefined],
  ["only hooks", [step("hook"), step("hook", step("fixture"))], 0],
  ["assertions at every depth", [at(1), step("test.step", step("hook", at(2)))], 2],
  ["assertions without a location", [step("expect"), step("expect")], 2],
  ["a line that repeats in a loop", [at(1), at(1), at(1)], 1],
  ["assertions that toPass repeats", [at(1, at(2), at(2), at(2))], 2],
  ["assertions that toPass of an old version repeats", [step("test.step", at(2), at(2)), at(3)], 2],
  ["more steps than are read", Array.from({ length: limits.stepsPerAttempt + 1 }, (_, line) => at(line)), undefined],
  ["no list", "expect", undefined],
] as const)("%s", ([, steps, count]) => {
  expect(assertionsIn(steps)).toBe(count);
});
