import { expect, test } from "vitest";
import { reportSearch } from "#lib/report-search.ts";

test.for([
  [{}, {}, "nothing is set"],
  [{ status: "failed", q: "pay", result: 7 }, { status: "failed", q: "pay", result: 7 }, "everything is set"],
  [{ status: "broken", q: "", result: -1 }, {}, "what makes no sense is left out"],
  [{ q: 404, result: "12" }, { q: "404", result: 12 }, "numbers and texts stand for each other"],
  [{ result: "x", q: ["a"] }, {}, "other kinds are left out"],
] as const)("%j reads %j: %s", ([raw, expected]) => {
  expect(reportSearch(raw)).toEqual(expected);
});
