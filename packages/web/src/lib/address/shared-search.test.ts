import { expect, test } from "vitest";
import { sharedSearch } from "./shared-search.ts";

test.for([
  [
    { status: "failed", result: "7", q: "cart" },
    { status: "failed", result: 7, q: "cart" },
  ],
  [{ show: "newFailure" }, { show: "newFailure" }],
  [{ show: "all", tab: "metrics", view: "timeline", items: "true", export: "3", top: "5" }, {}],
] as const)("%j becomes %j", ([raw, search]) => {
  expect(sharedSearch(raw)).toEqual(search);
});
