import { expect, test } from "vitest";
import { compareSearch } from "./compare-search.ts";

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
] as const)("%j is read as %j", ([raw, read]) => {
  expect(compareSearch({ ...raw })).toEqual(read);
});
