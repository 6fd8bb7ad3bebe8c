import { expect, test } from "vitest";
import { detailsText, tidyDetails } from "./upload-details.ts";

test.for([
  [{ suite: " web ", branch: "" }, { suite: "web" }, "space is trimmed, empty means not said"],
  [{ suite: 7, other: "x" }, {}, "what is no text or no detail is left out"],
  [{ build: "b".repeat(300) }, { build: "b".repeat(200) }, "the server's limits hold"],
] as const)("for %j it sends %j: %s", ([raw, expected]) => {
  expect(tidyDetails(raw)).toEqual(expected);
});

test("the details are shown in one line, in the order of the form", () => {
  expect(detailsText({ build: "42", suite: "web" })).toBe("suite web, build 42");
  expect(detailsText({})).toBe("");
});
