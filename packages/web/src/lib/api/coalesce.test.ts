import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

test("calls that come together are one, later ones another, and a cancelled one is none", async () => {
  let calls = 0;
  const work = coalesce(() => calls++, 1);
  for (let index = 0; index < 5; index += 1) work.call();
  expect(calls).toBe(0);
  await sleep(20);
  expect(calls).toBe(1);
  work.call();
  await sleep(20);
  expect(calls).toBe(2);
  work.call();
  work.cancel();
  await sleep(20);
  expect(calls).toBe(2);
});
