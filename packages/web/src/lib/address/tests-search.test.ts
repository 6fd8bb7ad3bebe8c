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
  [{ view: "evil", q: "", sort: 7, page: -1, show: "x", suite: ["a"] }, {}],
  [{ branch: 42 }, { branch: "42" }],
  [{ owner: "x".repeat(500) }, { owner: "x".repeat(300) }],
] as const)("%o is parsed as %o", ([raw, read]) => {
  expect(testsSearch(raw)).toEqual(read);
});
