import { expect, test } from "vitest";
import { ByteBudget } from "./byte-budget.ts";

test("a project gets half of the remaining bytes, so that others always have space", () => {
  const budget = new ByteBudget(1000);
  const [one, two, three] = [budget.open(1), budget.open(2), budget.open(3)];
  one.add(500);
  expect(() => one.add(1)).toThrow("Too many batches are waiting");
  two.add(250);
  expect(() => budget.open(2).add(1)).toThrow("Too many batches are waiting");
  three.add(125);
  one.release();
  two.add(187);
  expect(() => two.add(1)).toThrow("Too many batches are waiting");
});

test("one request can exceed its share if nothing is held, and releases everything", async () => {
  const budget = new ByteBudget(1000);
  const held = budget.open(1);
  held.add(5000);
  expect(() => budget.open(2).add(1)).toThrow("Too many batches are waiting");
  held.release();
  held.release();
  expect(await budget.hold(2, 500, async () => "recorded")).toBe("recorded");
  await expect(budget.hold(2, 500, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  budget.open(1).add(500);
});
