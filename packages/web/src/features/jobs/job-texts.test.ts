import { expect, test } from "vitest";
import { targetText, countText } from "./job-texts.ts";

test.for([
  [0, "0"],
  [999, "999"],
  [1000, "1,000+"],
] as const)("%d jobs are %s", ([count, text]) => {
  expect(countText(count)).toBe(text);
});

test.for([
  [null, null, "This server"],
  [{ id: 7, name: "Shop" }, null, "Shop"],
  [{ id: 7, name: "Shop" }, "12", "Shop · 12"],
  [{ id: 7, name: null }, "12", "Project 7 (deleted) · 12"],
] as const)("%j and %j are %s", ([project, target, text]) => {
  expect(targetText({ project, target })).toBe(text);
});
