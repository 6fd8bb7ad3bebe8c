import { expect, test } from "vitest";
import { authorFilter, isFiltered, reportListSearch, sameSearch, withoutFilters } from "./report-list-search.ts";

test.for([
  [{}, {}],
  [
    { q: 404, status: "failed", environment: ["qa", "qa", " "] },
    { q: "404", status: ["failed"], environment: ["qa"] },
  ],
  [{ status: ["failed", "purple", "running"] }, { status: ["failed", "running"] }],
  [{ status: "purple", q: "", author: "", suite: [], tag: {} }, {}],
  [
    { author: "ada | grace", branch: "main" },
    { author: "ada | grace", branch: ["main"] },
  ],
  [
    { pullRequest: 12, owner: ["@shop", "@web"] },
    { pullRequest: ["12"], owner: ["@shop", "@web"] },
  ],
  [{ startDate: "2030-01-31", endDate: "soon" }, { startDate: "2030-01-31" }],
  [{ startDate: "2030-02-31", endDate: "0001-01-01" }, { startDate: "2030-02-31" }],
  [{ sortBy: "startTime", sortOrder: "desc" }, {}],
  [{ sortBy: "passRate" }, { sortBy: "passRate", sortOrder: "desc" }],
  [{ sortOrder: "asc" }, { sortOrder: "asc" }],
  [{ sortBy: "purple", sortOrder: "up", page: 3, redirect: "https://evil.example" }, {}],
  [{ q: "x".repeat(300) }, { q: "x".repeat(200) }],
] as const)("%j is parsed as %j", ([raw, search]) => {
  expect(reportListSearch(raw)).toEqual(search);
});

test("search and order are not filters, and stay separate", () => {
  expect(isFiltered({ q: "cart", sortBy: "failed" })).toBe(false);
  expect(isFiltered({ endDate: "2030-01-31" })).toBe(true);
  expect(withoutFilters({ q: "cart", tag: ["a"], sortBy: "failed", sortOrder: "asc" })).toEqual({
    sortBy: "failed",
    sortOrder: "asc",
  });
});

test.for([
  ["Ada Lovelace", "^Ada Lovelace$"],
  ["a.b (QA) [x] {y} $^*+?\\", String.raw`^a\.b \(QA\) \[x\] \{y\} \$\^\*\+\?\\$`],
  ["web | mobile", String.raw`^web \x7C mobile$`],
  ["x".repeat(300), `^${"x".repeat(49)}`],
] as const)("the filter for the author %s is %s", ([name, filter]) => {
  expect(authorFilter(name)).toBe(filter);
});

test("searches are equal whatever their order and their defaults", () => {
  expect(sameSearch({ tag: ["a"], q: "x" }, { q: "x", tag: ["a"], sortBy: "startTime" })).toBe(true);
  expect(sameSearch({ tag: ["a"] }, { tag: ["b"] })).toBe(false);
});
