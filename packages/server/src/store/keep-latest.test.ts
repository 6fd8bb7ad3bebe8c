import { expect, test } from "vitest";
import { keepLatest } from "./keep-latest.ts";

test("of more than are kept the one goes that was put there first", () => {
  const kept = new Map<string, number>();
  for (const [value, key] of ["a", "b", "a", "c", "b"].entries()) keepLatest(kept, key, value, 2);
  expect([...kept]).toEqual([
    ["c", 3],
    ["b", 4],
  ]);
});
