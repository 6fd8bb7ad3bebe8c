import { expect, test } from "vitest";
import { failureSignature } from "./failure-signature.ts";

const timedOut = `Error: Timed out 5000ms waiting for expect(locator).toHaveText(expected)

Locator: getByRole('status')
Expected string: "Payment accepted"
Received string: "Something went wrong (500)"
Call log:
  - waiting for getByRole('status')
  - 14 × locator resolved to <output>…</output>

    at /build/tests/checkout.spec.ts:42:45`;

test.each([
  ["numbers", "Expected 3 rows, got 14", "Expected 3 rows, got 15"],
  [
    "ids",
    "Order 5f0c7a9e-1111-4222-8333-444455556666 not found",
    "Order 00000000-1111-4222-8333-4444aaaabbbb not found",
  ],
  ["commits", "at commit a91f3c2d0b nothing was built", "at commit 77d01be99a nothing was built"],
  ["addresses", "segfault at 0x7ffe01", "segfault at 0x10"],
  ["the stack", "boom\n    at a (x.ts:1:2)\n    at b (y.ts:3:4)", "boom\n    at c (z.ts:9:9)"],
  ["the code frame", "boom\n\n  41 | one\n> 42 | two\n", "boom\n\n  7 | one\n> 8 | three\n"],
  [
    "how long a click waited",
    "Error: page.click: Test timeout of 800ms exceeded.\nCall log:\n  - waiting for locator('#never')",
    "Error: page.click: Test timeout of 900ms exceeded.\nCall log:\n  - waiting for locator('#never')\n  - 4 × tried",
  ],
  ["how often it was tried", timedOut, timedOut.replace("14 ×", "9 ×").replace("5000ms", "10000ms")],
  ["spaces and case", "Not  Found ", "not found"],
])("%s do not distinguish two errors", (_, one, other) => {
  expect(failureSignature(one)).toBe(failureSignature(other));
});

test.each([
  ["another locator", timedOut, timedOut.replace("'status'", "'alert'")],
  ["another expectation", timedOut, timedOut.replace("Payment accepted", "Refunded")],
  ["another expected number", "Expected: 200\nReceived: 500", "Expected: 7\nReceived: 8"],
  [
    "another button that a click waited for",
    "TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pay' })",
    "TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Back' })",
  ],
  [
    "another function that was waited for",
    "Error: page.waitForFunction: Test timeout of 2500ms exceeded.\n\n> 12 |   await page.waitForFunction(() => window.ready);",
    "Error: page.waitForFunction: Test timeout of 2500ms exceeded.\n\n> 12 |   await page.waitForFunction(() => window.paid);",
  ],
  ["another message", "connection refused", "connection reset"],
  ["words that look like numbers", "deadbeef expected", "facade expected"],
])("%s distinguishes two errors", (_, one, other) => {
  expect(failureSignature(one)).not.toBe(failureSignature(other));
});

test("a signature is short, even for a very long or an empty message", () => {
  expect(failureSignature("x".repeat(5_000_000))).toMatch(/^[0-9a-f]{16}$/);
  expect(failureSignature("")).toMatch(/^[0-9a-f]{16}$/);
});
