import { expect, test } from "vitest";
import { readError } from "#errors/read-error.ts";
import { subClasses, type SubClass } from "#classification/taxonomy.ts";
import { suggestedFixes } from "./suggested-fixes.ts";

const first = (subClass: SubClass, framework: string, message: string, stack?: string) =>
  suggestedFixes(readError({ message, stack: stack ?? null, framework }), subClass, framework)[0];

test.for([
  ["S1", "Cypress", "Expected to find element: `#pay`, but never found it.", "Look for #pay in the page"],
  [
    "S2",
    "Playwright",
    "strict mode violation: getByText('Pay') resolved to 2 elements:",
    "getByText('Pay') matches several elements",
  ],
  [
    "E1",
    "Playwright",
    "page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:4173/",
    "Nothing was listening on localhost:4173",
  ],
  ["E2", "Mocha", "getaddrinfo ENOTFOUND pay.shop.test", "The name pay.shop.test could not be resolved"],
  ["E8", "pytest", "ModuleNotFoundError: No module named 'requests'", "requests is not installed"],
  ["E8", "Robot Framework", "Environment variable '%{SHOP_URL}' not found.", "Set SHOP_URL in the environment"],
  ["S6", "Mocha", "ReferenceError: cartTotal is not defined", "cartTotal is not defined where it is used"],
  ["A1", "Vitest", "AssertionError: expected 3 to be 4 // Object.is equality", "The test expected 4 and received 3"],
] as const)("%s of %s about %j starts with %j", ([subClass, framework, message, text]) => {
  expect(first(subClass, framework, message)?.text).toContain(text);
});

test("a step that needs a missing detail is omitted", () => {
  expect(first("S1", "Cypress", "never found it")).toBeUndefined();
  expect(suggestedFixes(readError({ message: "boom" }), null, "")).toEqual([]);
});

test("no suggestion has a gap, and there are at most four steps", () => {
  for (const subClass of Object.keys(subClasses) as SubClass[]) {
    const message = "Error: locator.click: `#pay` at http://shop.test\nExpected: 1\nReceived: 2";
    const fixes = suggestedFixes(
      readError({ message, stack: "    at a (/shop/tests/a.spec.ts:1:2)" }),
      subClass,
      "Playwright",
    );
    expect(fixes.length).toBeLessThanOrEqual(4);
    for (const { text, code } of fixes) expect(`${text}${code ?? ""}`).not.toMatch(/\{\w+\}/);
  }
});
