import { expect, test } from "vitest";
import { gridOfList, gridWithFilters, listOfGrid, testGridSearch } from "./test-grid-search.ts";

test.for([
  [{}, {}],
  [
    { view: "flaky", q: "cart", by: "day", color: "cause", page: "3", sort: "score", show: "rule" },
    { view: "flaky", q: "cart", by: "day", color: "cause" },
  ],
  [
    { cause: "7", incident: 3, suite: "web" },
    { cause: 7, incident: 3, suite: ["web"] },
  ],
  [{ cause: "x", incident: -1 }, {}],
  // The defaults are not part of the address.
  [{ view: "all", by: "run", color: "outcome" }, {}],
  [{ view: "evil", by: "host", color: 7, suite: { a: 1 } }, {}],
] as const)("%o is parsed as %o", ([raw, read]) => {
  expect(testGridSearch(raw)).toEqual(read);
});

test("the list and the grid convert into each other, although their default views differ", () => {
  expect(gridOfList({ owner: ["@a"] })).toEqual({ view: "flaky", owner: ["@a"] });
  expect(gridOfList({ view: "all", owner: ["@a"], sort: "score" })).toEqual({ owner: ["@a"] });
  expect(listOfGrid({ owner: ["@a"], by: "day" })).toEqual({ view: "all", owner: ["@a"] });
  expect(listOfGrid({ view: "flaky" })).toEqual({});
  expect(gridWithFilters({ q: "cart", suite: ["web"] })).toEqual({ q: "cart", suite: ["web"] });
});
