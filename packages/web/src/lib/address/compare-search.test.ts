import { expect, test } from "vitest";
import { chosenReports, compareSearch, ofReports } from "./compare-search.ts";

test.for([
  [
    { base: 1, head: 2, show: "fixed" },
    { base: 1, head: 2, show: "fixed" },
  ],
  [
    { base: "1", head: "2" },
    { base: 1, head: 2 },
  ],
  [{ base: -1, head: "two", show: "everything" }, {}],
  [{ base: 1.5, head: Number.MAX_SAFE_INTEGER + 1, show: ["fixed"] }, {}],
  [{}, {}],
  [
    { base: 1, head: 2, open: "21" },
    { base: 1, head: 2, open: 21 },
  ],
  [
    { base: 1, head: 3, between: [2], open: 21 },
    { base: 1, head: 3, between: [2] },
  ],
  // Parameters for three or more reports do not apply to two.
  [
    { base: 1, head: 2, show: "all", q: "cart", sort: "name", page: 2 },
    { base: 1, head: 2 },
  ],
  [
    { base: 1, head: 4, between: [2, "3"], show: "failedBetween", q: 12, sort: "slowdown", page: "3" },
    { base: 1, head: 4, between: [2, 3], show: "failedBetween", q: "12", sort: "slowdown", page: 3 },
  ],
  [
    { base: 1, head: 9, between: [2, 2, 1, 9, "x", 3, 4, 5, 6, 7], sort: "change", page: 1 },
    { base: 1, head: 9, between: [2, 3, 4, 5] },
  ],
  [
    { base: 1, head: 3, between: 2 },
    { base: 1, head: 3, between: [2] },
  ],
  [{ base: 1, between: [2] }, { base: 1 }],
] as const)("%j is parsed as %j", ([raw, read]) => {
  expect(compareSearch({ ...raw })).toEqual(read);
});

test("other reports keep applicable parameters", () => {
  const search = { base: 1, between: [2], head: 3, show: "all", q: "cart", page: 4 } as const;
  expect(chosenReports(search)).toEqual([1, 2, 3]);
  expect(ofReports(search, [1, 2, 5, 3])).toEqual({ base: 1, between: [2, 5], head: 3, show: "all", q: "cart" });
  expect(ofReports(search, [1, 3])).toEqual({ base: 1, head: 3 });
  expect(ofReports(search, [1])).toEqual({ base: 1 });
});
