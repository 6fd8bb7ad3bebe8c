import { expect, test } from "vitest";
import { trendSearch, viewOfTrends, withTrendQuery, zoomedInto, zoomedOut } from "./trend-search.ts";

test.for([
  [{}, {}, "nothing said"],
  [{ range: "30d", group: "day", axis: "auto" }, {}, "defaults and what is unknown"],
  [{ range: "90d", startDate: "2030-01-01" }, { range: "90d" }, "days of a range that has none"],
  [
    { range: "custom", startDate: "2030-01-02", endDate: "2030-01-01" },
    { range: "custom", startDate: "2030-01-02" },
    "days in the wrong order",
  ],
  [{ suite: "api", tag: ["a", "a", " ", 404] }, { suite: ["api"], tag: ["a", "404"] }, "one value and several"],
  [{ zoomed: "90d" }, {}, "zoomed into no days"],
  [{ range: "custom", startDate: "2030-02-30", zoomed: "nonsense" }, { range: "custom" }, "days that are none"],
] as const)("%o is parsed as %o: %s", ([raw, expected]) => {
  expect(trendSearch(raw)).toEqual(expected);
});

test.for([
  [{}, {}, "the default"],
  [{ range: "1y", suite: ["api"] } as const, { range: "1y", suite: ["api"] }, "a range, its filters kept"],
  [
    { range: "custom", startDate: "2029-01-01", endDate: "2029-12-31" } as const,
    { range: "custom", startDate: "2029-01-01", endDate: "2029-12-31" },
    "other days",
  ],
] as const)("from %o it zooms into some days, into fewer, and back: %s", ([search, expected]) => {
  const once = zoomedInto(search, "2029-03-01", "2029-03-31");
  const twice = trendSearch({ ...zoomedInto(once, "2029-03-07", "2029-03-08") });
  expect(twice).toMatchObject({ range: "custom", startDate: "2029-03-07", endDate: "2029-03-08" });
  expect(trendSearch({ ...zoomedOut(twice) })).toEqual(expected);
  expect(zoomedOut(search)).toBeUndefined();
});

test.for([
  [{ query: "since:90d suite:web -tag:smoke" }, { range: "90d", suite: ["web"], not: ["tag:smoke"] }],
  [{ query: "since:30d", range: "90d" }, {}],
  [
    { query: "since:2030-01-01", range: "90d" },
    { range: "custom", startDate: "2030-01-01" },
  ],
  [
    { query: "until:2030-01-31", range: "custom", startDate: "2030-01-01" },
    { range: "custom", startDate: "2030-01-01", endDate: "2030-01-31" },
  ],
  [{ query: "since:7d", range: "custom", startDate: "2030-01-01", endDate: "2030-01-31" }, { range: "7d" }],
  [
    { query: "suite:api", suite: ["web"], group: "week" },
    { suite: ["web", "api"], group: "week" },
  ],
  [
    { query: "siute:web", suite: "web" },
    { suite: ["web"], query: "siute:web" },
  ],
  [{ query: 404 }, {}],
  [{ query: "" }, {}],
] as const)("the query of %o becomes the parameters %o", ([raw, expected]) => {
  expect(trendSearch(raw)).toEqual(expected);
});

test("a query in the field is added to the filters, and a saved view has no query with an error", () => {
  const search = trendSearch({ query: "siute:web", suite: "web" });
  expect(withTrendQuery(search, { not: ["branch:main"] })).toEqual({ suite: ["web"], not: ["branch:main"] });
  expect(viewOfTrends(search)).toEqual({ suite: ["web"] });
});
