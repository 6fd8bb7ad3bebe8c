import { expect, test } from "vitest";
import { connectorsSearch } from "./connectors-search.ts";

test.for([
  [{}, {}],
  [
    { category: "bug_tracking", status: "enabled", configure: "azure-boards" },
    { category: "bug_tracking", status: "enabled", configure: "azure-boards" },
  ],
  [{ category: "all", status: 7, configure: "<script>" }, {}],
] as const)("parses the URL parameters %j as %j", ([raw, meant]) => {
  expect(connectorsSearch(raw)).toEqual(meant);
});
