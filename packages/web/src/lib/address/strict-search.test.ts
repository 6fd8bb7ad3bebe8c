import { expect, test } from "vitest";
import { strictSearch } from "./strict-search.ts";

test("what was not read covers the raw value that the router would put there", () => {
  const read = strictSearch(({ page }) => (page === 2 ? { page } : {}));
  const raw = { page: "<x>", redirect: "https://evil.example" };
  expect({ ...raw, ...read(raw) }).toEqual({ page: undefined, redirect: undefined });
  expect(read({ page: 2 })).toEqual({ page: 2 });
});
