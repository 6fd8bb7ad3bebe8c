import { expect, test } from "vitest";
import { alignSteps, type ComparedStep, comparedSteps } from "./align-steps.ts";

const step = (title: string, duration: number | null = 100, status: ComparedStep["status"] = "passed") => ({
  title,
  depth: 0,
  status,
  duration,
});
const rowsOf = (passed: readonly ComparedStep[], failed: readonly ComparedStep[]) =>
  alignSteps(passed, failed).map(({ title, difference }) => (difference === null ? title : `${title}: ${difference}`));

test("steps are aligned in the order in which they ran", () => {
  expect(
    rowsOf(
      [step("open"), step("accept"), step("search"), step("count"), step("close")],
      [step("open"), step("log in"), step("search", 5000), step("count", 100, "failed")],
    ),
  ).toEqual([
    "open",
    "accept: only-passed",
    "log in: only-failed",
    "search: slower",
    "count: failed",
    "close: only-passed",
  ]);
});

test("a repeated step is paired with the same repetition", () => {
  const [first, second, third] = alignSteps(
    [step("click", 10), step("click", 20)],
    [step("click", 30), step("click", 40), step("click", 50)],
  );
  expect([first, second, third].map((row) => [row?.passed?.duration, row?.failed?.duration])).toEqual([
    [10, 30],
    [20, 40],
    [undefined, 50],
  ]);
});

test("a side without steps or durations is not slower", () => {
  expect(rowsOf([], [step("open")])).toEqual(["open: only-failed"]);
  expect(rowsOf([step("open")], [])).toEqual(["open: only-passed"]);
  expect(rowsOf([step("open", null)], [step("open", 9000)])).toEqual(["open"]);
});

test("the number of compared steps is bounded", () => {
  const many = Array.from({ length: 3 * comparedSteps }, (_, index) => step(`step ${index}`));
  expect(alignSteps(many, many)).toHaveLength(comparedSteps);
});
