import { expect, test } from "vitest";
import { readError } from "#errors/read-error.ts";
import { fingerprintOf } from "./failure-fingerprint.ts";
import { likelihood, type NearMiss, nearMisses, type Together, wordsApart } from "./near-misses.ts";

const outline = (message: string) => fingerprintOf(readError({ message, stack: null }));
const misses = (one: string, other: string, subClass: string | null = "S1") =>
  nearMisses([one, other].map((message) => ({ outline: outline(message), subClass }))).found;
const together: Together = { tests: 1, runs: 1 };
const separate: Together = { tests: 0, runs: 0 };

const refused = (host: string) => `Error: page.goto: net::ERR_CONNECTION_REFUSED at http://${host}/`;
const clicked = (locator: string) =>
  `TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for ${locator}`;
const seen = (locator: string) =>
  `Error: expect(locator).toBeVisible() failed\n\nLocator: ${locator}\nExpected: visible\nReceived: <element(s) not found>`;

test.for([
  ["hosts", refused("shop.test"), refused("pay.test")],
  ["locators", clicked("getByRole('button', { name: 'Pay' })"), clicked("getByRole('button', { name: 'Back' })")],
  [
    "selectors",
    "Expected to find element: `#pay`, but never found it.",
    "Expected to find element: `#back`, but never found it.",
  ],
  [
    "statuses",
    "Request to the basket failed with status code 404",
    "Request to the basket failed with status code 500",
  ],
  ["figures", "the basket says Expected: 200 and Received: 500", "the basket says Expected: 7 and Received: 8"],
  ["names of code", "cartTotal.sum is not defined in the basket", "cartCount.sum is not defined in the basket"],
  ["whole texts", "the basket has the wrong total", "nobody could be signed in today"],
  ["two words", "connection lost", "connection closed"],
  ["variables", "todos is not defined", "token is not defined"],
] as const)("causes with different %s are not a near miss, in any order", ([, one, other]) => {
  expect(misses(one, other).flatMap((miss) => likelihood(miss, together) ?? [])).toEqual([]);
});

const grid = (wishes: string) =>
  `WebDriverException: the grid did not accept the account, which has no valid name and no valid key. Look at the settings of the account and try again with ${wishes}`;

test.for([
  [
    "long texts that share half of their words",
    grid("these wishes: browser opera, system linux, name pays"),
    grid("other hopes; tunnel none, region europe, plan small, build nightly, owner nobody"),
    { tests: 0, runs: 1 },
  ],
  [
    "a short text with words added",
    "Could not load the basket of the customer",
    "Could not load the basket of the customer after three attempts",
    { tests: 0.5, runs: 0.5 },
  ],
  [
    "a word replaced, in the same tests",
    "Could not load the basket of the guest from the storage",
    "Could not load the basket of the customer from the storage",
    { tests: 0.5, runs: 0 },
  ],
  [
    "two ways to miss one element, in the same tests",
    clicked("getByRole('button', { name: 'Pay' })"),
    seen("getByRole('button', { name: 'Pay' })"),
    { tests: 1, runs: 0 },
  ],
] as const)("%s are a near miss", ([, one, other, came]) => {
  const [miss] = misses(one, other);
  expect(miss).toMatchObject({ first: 0, second: 1, sameSubClass: true });
  expect(likelihood(miss as NearMiss, came)).toBeGreaterThanOrEqual(50);
});

test.for([
  [
    "a word replaced, in other tests",
    "the basket has the wrong total of items in it",
    "the invoice has the wrong total of items in it",
  ],
  ["one element missed in two ways by other tests", clicked("locator('#pay')"), seen("locator('#pay')")],
] as const)("%s is not evidence", ([, one, other]) => {
  const [miss] = misses(one, other);
  expect(miss).toBeDefined();
  expect(likelihood(miss as NearMiss, separate)).toBeNull();
});

test("two kinds of problems at one location are not a near miss", () => {
  const causes = [
    { outline: outline(clicked("locator('#pay')")), subClass: "S1" },
    { outline: outline(seen("locator('#pay')")), subClass: "A2" },
  ];
  expect(nearMisses(causes).found).toEqual([]);
});

test("the different words are reported", () => {
  expect(wordsApart(outline("the basket is full of fish"), outline("the basket is full of old fish"))).toEqual({
    onlyInFirst: [],
    onlyInSecond: ["old"],
    inBoth: 6,
  });
});

test("compares each cause with only a few others when there are thousands, and reports incomplete comparisons", () => {
  const syllables = ["ba", "co", "du", "fi", "ga", "he", "ju", "ki", "lo", "mu"];
  const name = (value: number) =>
    String(value)
      .split("")
      .map((digit) => syllables[Number(digit)])
      .join("");
  const causes = Array.from({ length: 3000 }, (_, index) => ({
    outline: outline(`The ${name(index)} service of the shop did not answer the ${name(index * 7)} in time`),
    subClass: "E1",
  }));
  const { found, crowded } = nearMisses(causes);
  expect(crowded).toBeGreaterThan(0);
  expect(found.length).toBeLessThanOrEqual(3000 * 20);
});
