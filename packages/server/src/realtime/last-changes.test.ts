import { expect, test } from "vitest";
import { createLastChanges } from "./last-changes.ts";

test("returns how long ago a project changed, at most since it started to listen", () => {
  let now = 1000;
  const changes = createLastChanges(() => now);
  now = 1500;
  expect(changes.msAgo(7)).toBe(500);
  changes.note(7);
  now = 1520;
  expect([changes.msAgo(7), changes.msAgo(8)]).toEqual([20, 520]);
});
