import { expect, test } from "vitest";
import { z } from "zod";
import { boundedList, boundedRecord } from "./bounded-list.ts";

/** Returns the schema of positive numbers, and how many values it has checked. */
function counting() {
  const counter = { checked: 0 };
  const shape = z.unknown().transform((value, context) => {
    counter.checked += 1;
    if (typeof value === "number" && value > 0) return value;
    context.addIssue({ code: "custom", message: "no number" });
    return z.NEVER;
  });
  return { counter, shape };
}

test("a list stops at its first wrong item, with a single issue", () => {
  const { counter, shape } = counting();
  const read = boundedList(shape).safeParse([1, 2, ...Array.from({ length: 1000 }, () => "wrong")]);
  expect(read.error?.issues).toHaveLength(1);
  expect(counter.checked).toBe(3);
});

test("a list that is too long is not read", () => {
  const { counter, shape } = counting();
  expect(boundedList(shape, 3).safeParse([1, 2, 3]).data).toEqual([1, 2, 3]);
  counter.checked = 0;
  expect(boundedList(shape, 3).safeParse([1, 2, 3, 4]).success).toBe(false);
  expect(counter.checked).toBe(0);
});

test.for([null, "1", {}, { length: 1 }, undefined])("refuses %j instead of a list", (value) => {
  expect(boundedList(z.unknown()).safeParse(value).success).toBe(false);
});

test("a list may be missing where it is optional", () => {
  const shape = z.object({ items: boundedList(z.string()).optional() });
  expect(shape.safeParse({}).data).toEqual({});
  expect(shape.safeParse({ items: ["a"] }).data).toEqual({ items: ["a"] });
  expect(shape.safeParse({ items: null }).success).toBe(false);
});

test("an object stops at its first wrong value", () => {
  const { counter, shape } = counting();
  expect(boundedRecord(shape).safeParse({ a: 1, b: 2 }).data).toEqual({ a: 1, b: 2 });
  counter.checked = 0;
  expect(boundedRecord(shape).safeParse({ a: 1, b: "wrong", c: "wrong" }).success).toBe(false);
  expect(counter.checked).toBe(2);
  expect(boundedRecord(shape).safeParse([1]).success).toBe(false);
});
