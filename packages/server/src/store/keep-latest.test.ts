import { expect, test } from "vitest";
import { keepLatest } from "./keep-latest.ts";

test("above the limit, the oldest entry is evicted", () => {
  const retained = new Map<string, number>();
  for (const [value, key] of ["a", "b", "a", "c", "b"].entries()) keepLatest(retained, key, value, 2);
  expect([...retained]).toEqual([
    ["c", 3],
    ["b", 4],
  ]);
});
