import { expect, test } from "vitest";
import { createGathered } from "#store/gathered.ts";

test("queries during a running one are batched after it", async () => {
  const asked: number[][] = [];
  const half = createGathered(async (keys: readonly number[]) => {
    asked.push([...keys]);
    return keys.map((key) => key / 2);
  });

  expect(await Promise.all([2, 4, 6].map(half))).toEqual([1, 2, 3]);
  expect(await half(8)).toBe(4);
  expect(asked).toEqual([[2], [4, 6], [8]]);
});

test("a batch fails together, and the next one is tried", async () => {
  let broken = true;
  const same = createGathered(async (keys: readonly number[]) => {
    if (broken) throw new Error("The database is away.");
    return keys;
  });

  await expect(same(1)).rejects.toThrow("away");
  broken = false;
  expect(await same(2)).toBe(2);
});
