import { expect, test } from "vitest";
import { counted, previousWords, signedCount, windowWords } from "./failure-words.ts";

test.for([
  [{}, "in 30 days"],
  [{ window: "1h" }, "in 1 hour"],
  [{ window: "custom" }, "in all"],
  [{ window: "custom", startDate: "2030-03-01", endDate: "2030-03-04" }, "from 1 Mar 2030 to 4 Mar 2030"],
  [{ window: "custom", endDate: "2030-03-04" }, "until 4 Mar 2030"],
] as const)("%j is said as %s", ([window, words]) => {
  expect(windowWords(window)).toBe(words);
});

test("a window is compared with the one before", () => {
  expect(previousWords({})).toBe("previous 30 days");
  expect(previousWords({ window: "1h" })).toBe("previous 1 hour");
  expect(previousWords({ window: "custom" })).toBe("the same time before");
});

test("counts carry their plural, changes their sign", () => {
  expect([counted(1, "failure"), counted(1234, "failure")]).toEqual(["1 failure", "1,234 failures"]);
  expect([signedCount(23), signedCount(-4), signedCount(0)]).toEqual(["+23", "−4", "±0"]);
});
