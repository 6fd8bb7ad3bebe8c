import { expect, test } from "vitest";
import { strictSearch } from "./strict-search.ts";

test("an unread parameter hides the raw value of the router", () => {
  const read = strictSearch(({ page }) => (page === 2 ? { page } : {}));
  const raw = { page: "<x>", redirect: "https://evil.example" };
  expect({ ...raw, ...read(raw) }).toEqual({ page: undefined, redirect: undefined });
  expect(read({ page: 2 })).toEqual({ page: 2 });
});
