import { expect, test } from "vitest";
import { failureSearch, isNarrowed, narrowed, timeWindowOf, withoutFilters } from "./failure-search.ts";

test.for([
  [{}, {}],
  [{ tab: "groups", window: "30d", sort: "lastSeen", page: 1 }, {}],
  [
    { tab: "tests", window: "7d", page: "3" },
    { tab: "tests", window: "7d", page: 3 },
  ],
  [{ tab: "elsewhere", window: "2y", class: "Bug", state: "old", sort: "name", group: -1, show: "all" }, {}],
  [
    { runs: [84, "85", 84, "x"], q: 404 },
    { runs: [84, 85], q: "404" },
  ],
  [{ runs: "84" }, { runs: [84] }],
  [{ startDate: "2030-01-01", endDate: "2030-01-31" }, {}],
  [
    { window: "custom", startDate: "2030-01-01", endDate: "soon" },
    { window: "custom", startDate: "2030-01-01" },
  ],
  [
    { class: "Unclassified", state: "back", sort: "tests", cause: 5, group: "9", show: "quality" },
    { class: "Unclassified", state: "back", sort: "tests", group: 9, show: "quality" },
  ],
  [
    { tab: "runs", state: "back", cause: "5", group: 9 },
    { tab: "runs", cause: 5 },
  ],
  // Only the dialog of the accuracy has figures.
  [{ figure: "kind=test", show: "rules" }, { show: "rules" }],
  [
    { figure: "kind=test", show: "quality" },
    { figure: "kind=test", show: "quality" },
  ],
  [{ q: "   ", page: 1e9 }, {}],
  [
    { branch: "main", tag: ["a", "a", " ", 404], owner: [], browser: {}, mine: "true" },
    { branch: ["main"], tag: ["a", "404"], mine: true },
  ],
  [
    { suite: Array.from({ length: 120 }, () => "one"), fact: "os=linux", mine: "no" },
    { suite: ["one"], fact: ["os=linux"] },
  ],
] as const)("parses %j as %j", ([raw, search]) => {
  expect(failureSearch({ ...raw })).toEqual(search);
});

test("another filter starts at the first page, with nothing open", () => {
  expect(failureSearch({ ...narrowed({ page: 3, group: 4, q: "cart" }, { class: "Unknown" }) })).toEqual({
    q: "cart",
    class: "Unknown",
  });
});

test("a time window does not count as a filter", () => {
  expect(isNarrowed({ window: "7d", tab: "runs", sort: "tests" })).toBe(false);
  expect(isNarrowed({ runs: [1] })).toBe(true);
  expect([isNarrowed({ browser: ["firefox"] }), isNarrowed({ mine: true })]).toEqual([true, true]);
  expect(failureSearch({ ...withoutFilters({ window: "7d", fact: ["os=linux"], mine: true }) })).toEqual({
    window: "7d",
  });
  expect(failureSearch({ ...withoutFilters({ window: "7d", tab: "runs", runs: [1], q: "a", cause: 3 }) })).toEqual({
    window: "7d",
    tab: "runs",
  });
});

test("the server receives the number of days", () => {
  expect([timeWindowOf({}), timeWindowOf({ window: "7d" }), timeWindowOf({ window: "1d" })]).toEqual(["30", "7", "1d"]);
});
