import { expect, test } from "vitest";
import { keywordInsight } from "./keyword-insight.ts";

test.for([
  ["TimeoutError: page.click", 85, "timeout"],
  ["Still waiting for the page", 85, "wait"],
  ["connection timed out", 88, "connection"],
  ["404: Not Found", 90, "not found"],
  ["locator resolved to 0 elements", 90, "locator"],
  ["document.querySelector returned null", 90, "selector"],
  ["Network is unreachable", 88, "network"],
  ["Request failed with status 500", 88, "request"],
  ["connection reset by peer", 88, "connection"],
  ["Permission denied", 92, "permission"],
  ["401 Unauthorized", 92, "unauthorized"],
  ["Access is refused", 92, "access"],
  ["test data was changed", 75, "data"],
  ["Invalid e-mail", 75, "invalid"],
  ["missing field 'total'", 75, "missing"],
] as const)("%j is a guess with %i percent confidence because of the keyword %j", ([message, confidence, keyword]) => {
  expect(keywordInsight(message)).toMatchObject({ confidence, keyword, actionable: true });
});

test.for([
  ["invalid locator: request timeout", "timeout"],
  ["request for missing data: not found", "not found"],
  ["access to the network", "network"],
  ["access to invalid data", "access"],
] as const)("if %j contains several keywords, the first row of the table decides: %j", ([message, keyword]) => {
  expect(keywordInsight(message).keyword).toBe(keyword);
});

const check =
  "Error: expect(locator).toHaveText(expected) failed\n\nLocator:  locator('#n')\nExpected: \"5\"\nReceived: \"0\"\nTimeout:  1000ms\n\nCall log:\n  - Expect \"soft toHaveText\" locator('#n') with timeout 1000ms\n  - waiting for locator('#n')\n    10 × locator resolved to <span>0</span>\n\n  25 |   const selector = '#n';\n> 27 |   await page.waitForSelector(selector);";

test("the common text of Playwright assertions is ignored, their result is not", () => {
  expect(keywordInsight(check).keyword).toBeNull();
  expect(keywordInsight(check.replace('"0"', "<element(s) not found>")).keyword).toBe("not found");
  expect(keywordInsight("Error: page.click: Test timeout of 800ms exceeded.\nCall log:").keyword).toBe("timeout");
});

test.for([
  "expected 3 to be 4",
  "",
  "> 42 | await expect(total).toBe(4)",
  "Timed out 5000ms waiting for expect(locator).toBeVisible()",
])("%j has no information: 60 percent and no suggestion", (message) => {
  expect(keywordInsight(message)).toEqual({
    topic: "Not recognised",
    keyword: null,
    confidence: 60,
    suggestions: [],
    actionable: false,
  });
});

test("there are more suggestions than the two shown", () => {
  expect(keywordInsight("timeout").suggestions.length).toBeGreaterThan(2);
});

test("ignores keywords after the first 20,000 characters", () => {
  expect(keywordInsight(`${"x".repeat(5_000_000)} timeout`).keyword).toBeNull();
});
