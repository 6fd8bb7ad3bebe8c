import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("concurrent calls are combined, later ones are not, and a cancelled one is dropped", () => {
  let calls = 0;
  const work = coalesce(() => calls++, 100);
  for (let index = 0; index < 5; index += 1) work.call();
  vi.advanceTimersByTime(99);
  expect(calls).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls).toBe(1);
  work.call();
  vi.advanceTimersByTime(100);
  expect(calls).toBe(2);
  work.call();
  work.cancel();
  vi.advanceTimersByTime(1000);
  expect(calls).toBe(2);
});
