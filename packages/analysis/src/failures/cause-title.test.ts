import { expect, test } from "vitest";
import { causeTitle, type FailingTest, testText } from "./cause-title.ts";
import { plainReason } from "./plain-reason.ts";

const checkout: FailingTest = { titlePath: ["pay", "checkout"], variant: "", file: "e2e/pay.spec.ts", line: 41 };

test.for([
  ["ReferenceError: applyVoucher is not defined\n    at pay.ts:1:2", "applyVoucher is not defined"],
  ["Error: AssertionError: expected 3 to equal 4", "expected 3 to equal 4"],
  ["java.lang.IllegalStateException: pool is closed.", "pool is closed"],
  ["java.lang.NullPointerException\n\tat Cart.java:3", "java.lang.NullPointerException"],
  [
    'Error: expect(locator).toHaveText(expected) failed\n\nLocator:  getByRole(\'status\')\nExpected: "Paid"\nReceived: "Refused"',
    'expected "Paid", received "Refused" in getByRole(\'status\')',
  ],
  [
    "Error: expect(locator).toBeHidden(expected) failed\n\nLocator: getByRole('checkbox', { name: 'Repair kit' })\nExpected: hidden\nReceived: <element(s) not found>",
    "getByRole('checkbox', { name: 'Repair kit' }) was not found",
  ],
  [
    "TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pay' })",
    "timed out waiting for getByRole('button', { name: 'Pay' })",
  ],
  ["expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 4", "expected 3, received 4"],
  ["Test timeout of 2500ms exceeded.", "Test timeout of 2500ms exceeded"],
  ["  \n\n", ""],
  ["\u001B[31mError: red\u001B[0m \u202Eevil", "red evil"],
] as const)("the reason of %j is %j", ([message, reason]) => {
  expect(plainReason(message)).toBe(reason);
});

test("a title names the test and the reason", () => {
  const cause = { message: "ReferenceError: applyVoucher is not defined", test: checkout, tests: 1 };
  expect(causeTitle(cause)).toBe("“checkout” fails: applyVoucher is not defined");
  expect(causeTitle(cause, { change: "returned" })).toBe("“checkout” fails again: applyVoucher is not defined");
  expect(causeTitle(cause, { change: "fixed" })).toBe("“checkout” passes again, was: applyVoucher is not defined");
  expect(causeTitle({ ...cause, tests: 3 })).toBe("“checkout” and 2 more tests fail: applyVoucher is not defined");
  expect(causeTitle({ ...cause, test: null, tests: 2 })).toBe("2 tests fail: applyVoucher is not defined");
  expect(causeTitle({ ...cause, message: "" })).toBe("“checkout” fails");
});

test("a title is cut after a word, and keeps a part of the reason", () => {
  const message = `Error: ${"the bank refused the card ".repeat(20)}`;
  const title = causeTitle({ message, test: checkout, tests: 1 });
  expect(title.length).toBeLessThanOrEqual(121);
  expect(title).toMatch(/ (?:the|bank|refused|card)…$/);
  const long = {
    ...checkout,
    titlePath: ["shows an error message if the voucher of the customer has expired already"],
  };
  expect(causeTitle({ message: "Error: no", test: long, tests: 1 })).toBe(
    "“shows an error message if the voucher of the…” fails: no",
  );
  expect(causeTitle({ message, test: long, tests: 1 }, { maxLength: 60 })).toMatch(
    /fails: the bank refused the card the bank…$/,
  );
  expect(causeTitle({ message: `Error: ${"x".repeat(5000)}`, test: checkout, tests: 1 }).length).toBeLessThanOrEqual(
    121,
  );
});

test("a test is named with its suites and location", () => {
  expect(testText(checkout)).toBe("pay › checkout (e2e/pay.spec.ts:41)");
  expect(testText({ ...checkout, variant: "firefox", line: null })).toBe("pay › checkout [firefox] (e2e/pay.spec.ts)");
  expect(testText({ ...checkout, file: null })).toBe("pay › checkout");
});
