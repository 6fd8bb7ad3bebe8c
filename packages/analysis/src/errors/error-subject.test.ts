import { expect, test } from "vitest";
import { errorSubject, subjectFirst } from "./error-subject.ts";

test.for([
  [
    "Error: expect(locator).toHaveText(expected) failed\n\nLocator:  getByRole('status')\nExpected: \"Paid\"\nReceived: \"Refused (500)\"\nTimeout:  5000ms\n\nCall log:\n  - waiting for getByRole('status')",
    'getByRole(\'status\') · expected "Paid" · received "Refused (500)"',
    "Playwright",
  ],
  [
    "Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\nLocator: getByText('Order')\nExpected: visible\nReceived: <element(s) not found>",
    "getByText('Order') · expected visible · received <element(s) not found>",
    "Playwright before 1.57",
  ],
  [
    "TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pay' })",
    "getByRole('button', { name: 'Pay' })",
    "an action that waited in vain",
  ],
  [
    "expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 4",
    "expected 3 · received 4",
    "Jest",
  ],
  [
    'Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 2\n\n  Object {\n    "a": 1,\n+     2,\n-   "c": "hello there",\n+   "c": "hello",\n  }',
    'expected "c": "hello there" · received 2',
    "Jest's diff",
  ],
  [
    "Error: expect(page).toHaveScreenshot(expected) failed\n\n  52 pixels (ratio 0.01 of all image pixels) are different.\n\n  Snapshot: basket.png\n\nCall log:\n  - waiting for fonts to load...",
    "basket.png · 52 pixels (ratio 0.01 of all image pixels) are different",
    "a comparison of screenshots",
  ],
  [
    "Error: page.click: Test timeout of 800ms exceeded.\nCall log:\n  - waiting for locator('#never')",
    "locator('#never')",
    "an action that the test's own time ended",
  ],
  [
    'Error: page.waitForURL: Test timeout of 800ms exceeded.\n=========================== logs ===========================\nwaiting for navigation to "/done" until "load"\n============================================================',
    'navigation to "/done" until "load"',
    "a page that never came",
  ],
  [
    "Error: page.waitForFunction: Test timeout of 2500ms exceeded.\n\n  11 | test('x', async ({ page }) => {\n> 12 |   await page.waitForFunction(() => window.ready);\n     |              ^\n  13 | });\n    at /repo/x.spec.ts:12:14",
    "await page.waitForFunction(() => window.ready);",
    "what keeps no log is named by its line",
  ],
  [
    "match failed: EQUALS\n  $.status | not equal (STRING:STRING)\n  'OPEN'\n  'PAID'\n",
    "$.status | not equal (STRING:STRING)",
    "Karate compares a path",
  ],
  [
    'js failed:\n>>>>\n01: baseUrl\n<<<<\norg.graalvm.polyglot.PolyglotException: ReferenceError: "baseUrl" is not defined',
    'org.graalvm.polyglot.PolyglotException: ReferenceError: "baseUrl" is not defined',
    "a script of Karate failed",
  ],
  ["java.lang.AssertionError\nsum differs\n\tat Cart.java:3", "sum differs", "a class name alone"],
] as const)("%j is about %j: %s", ([message, subject]) => {
  expect(errorSubject(message)).toBe(subject);
});

test.for([
  ["AssertionError: expected 3 to equal 4", "its first line says it"],
  ["Error: expect(locator).toBeVisible() failed", "no more is known"],
  ["java.lang.NullPointerException\n\tat Cart.java:3", "only the stack is left"],
  ["", "there is nothing"],
  ["Test timeout of 2500ms exceeded.", "a time-out alone"],
] as const)("%j has no separate subject: %s", ([message]) => {
  expect(errorSubject(message)).toBeNull();
});

test("a line starts with its subject", () => {
  expect(subjectFirst('Error: expect(locator).toHaveText(expected) failed · expected "Paid" · received "No"')).toBe(
    'expected "Paid" · received "No" · Error: expect(locator).toHaveText(expected) failed',
  );
  expect(subjectFirst("connection · refused")).toBe("connection · refused");
});

test("cuts very long values and handles very long messages", () => {
  const subject = errorSubject(`expect(received).toBe(expected)\nExpected: ${"x".repeat(5_000_000)}`);
  expect(subject).toBe(`expected ${"x".repeat(80)}…`);
});
