import { expect, test } from "vitest";
import { chatMarkdown, handOverText } from "./hand-over.ts";

const cause = {
  name: null,
  error: "TypeError: balance of undefined\n    at pay (cart.ts:3)",
  details: ["2 tests", "", "Broke in #115"],
  url: "https://plumb.test/defects?group=3",
};

test("a note has the first line of the error, the details and the address", () => {
  expect(handOverText(cause)).toBe(
    "TypeError: balance of undefined\n2 tests · Broke in #115\nhttps://plumb.test/defects?group=3",
  );
  expect(handOverText({ ...cause, name: "pays by card", error: null, details: [] })).toBe(
    "pays by card\nhttps://plumb.test/defects?group=3",
  );
});

test("Markdown for a chat is one line that begins with a link", () => {
  expect(chatMarkdown(cause)).toBe(
    "[` TypeError: balance of undefined `](https://plumb.test/defects?group=3) · 2 tests · Broke in #115",
  );
  expect(chatMarkdown({ ...cause, name: "pays by card", details: [] })).toBe(
    "[` pays by card `](https://plumb.test/defects?group=3) · ` TypeError: balance of undefined `",
  );
});

test("hostile texts stay on one line, send no notification and do not end the address", () => {
  const text = chatMarkdown({
    name: "a`](https://evil.test)\n# heading",
    error: null,
    details: ["<!channel> @here [b](https://evil.test)"],
    url: "https://plumb.test/defects?q=(a)",
  });
  expect(text.split("\n")).toHaveLength(1);
  // The name is in a code span, whose fence is longer than its backticks.
  expect(text).toMatch(
    /^\[`` a`\]\(https:\/\/evil\.test\) # heading ``\]\(https:\/\/plumb\.test\/defects\?q=%28a%29\) · /,
  );
  expect(text).toMatch(/\\<!channel\\> @\u200bhere \\\[b\\\]\(https:\/\/evil\.test\)$/);
});

test("a failure without a name and an error is still a link", () => {
  expect(chatMarkdown({ name: null, error: null, details: [], url: "https://plumb.test/x" })).toBe(
    "[Failure](https://plumb.test/x)",
  );
});

test("very long texts are cut", () => {
  const long = "x".repeat(100_000);
  expect(handOverText({ name: long, error: long, details: [long], url: "https://plumb.test/x" }).length).toBeLessThan(
    1600,
  );
});
