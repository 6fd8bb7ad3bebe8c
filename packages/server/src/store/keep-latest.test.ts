import { expect, test } from "vitest";
import { keepLatest } from "./keep-latest.ts";

test("above the limit, the oldest entry is evicted", () => {
  const kept = new Map<string, number>();
  for (const [value, key] of ["a", "b", "a", "c", "b"].entries()) keepLatest(kept, key, value, 2);
  expect([...kept]).toEqual([
    ["c", 3],
    ["b", 4],
  ]);
});
