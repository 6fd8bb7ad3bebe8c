import { expect, test } from "vitest";
import { completionsOf } from "./query-completion.ts";
import { failureQueries, reportQueries } from "./query-languages.ts";

const options = { owner: ["@checkout", "Team A", "@search"], tag: ["smoke", "nightly"] };
const labels = (query: string) => completionsOf(failureQueries, query, options).map(({ label }) => label);
const queries = (query: string) => completionsOf(failureQueries, query, options).map((each) => each.query);

test("names of fields and their values are completed", () => {
  expect(labels("")).toEqual([]);
  expect(labels("cart ")).toEqual([]);
  expect(labels("cart ow")).toEqual(["owner:"]);
  expect(queries("cart -ow")).toEqual(["cart -owner:"]);
  expect(labels("-")).not.toContain("is:");
  expect(labels("owner:")).toEqual(["@checkout", "Team A", "@search"]);
  expect(queries("cart owner:tea")).toEqual(['cart owner:"Team A" ']);
  expect(queries('owner:"Team')).toEqual(['owner:"Team A" ']);
  expect(queries('owner:"Team A",@c')).toEqual(['owner:"Team A",@checkout ']);
  expect(labels("is:")).toEqual(["new", "back", "known", "resolved", "unclassified", "mine"]);
  expect(labels("nobody:")).toEqual([]);
  expect(labels("http://")).toEqual([]);
  expect(completionsOf(reportQueries, "status:f", {})).toEqual([{ query: "status:failed ", label: "failed" }]);
});
