import { expect, test } from "vitest";
import { testsSearch } from "./tests-search.ts";

test.for([
  [{}, {}],
  [
    { view: "slow", q: "cart", sort: "duration", page: "3", show: "rule" },
    { view: "slow", q: "cart", sort: "duration", page: 3, show: "rule" },
  ],
  // The default is not part of the address.
  [{ view: "flaky", page: 1 }, {}],
  [{ view: "evil", q: "", sort: 7, page: -1, show: "x", suite: [] }, {}],
  [
    { branch: 42, suite: ["a", "b", "a"] },
    { branch: ["42"], suite: ["a", "b"] },
  ],
  [{ owner: "x".repeat(500) }, { owner: ["x".repeat(300)] }],
  [
    { query: "is:broken cart suite:web -owner:@a", suite: "api", page: 3 },
    { view: "broken", q: "cart", suite: ["api", "web"], not: ["owner:@a"] },
  ],
  [{ query: "is:flaky", view: "slow" }, {}],
  [
    { query: "onwer:a", q: "cart" },
    { query: "onwer:a", q: "cart" },
  ],
] as const)("%o is parsed as %o", ([raw, read]) => {
  expect(testsSearch(raw)).toEqual(read);
});
