import { expect, test } from "vitest";
import { forEachConcurrently } from "./for-each-concurrently.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("handles each item once, up to the given number at the same time", async () => {
  const seen: number[] = [];
  let active = 0;
  let max = 0;
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    active += 1;
    max = Math.max(max, active);
    seen.push(item);
    await turn();
    active -= 1;
  });
  expect({ seen, max, active }).toEqual({ seen: [1, 2, 3, 4, 5, 6, 7], max: 3, active: 0 });
});

test("an error ends the items and is thrown when all started calls have ended", async () => {
  let closed = false;
  const items = async function* () {
    try {
      for (let item = 0; ; item += 1) yield item;
    } finally {
      closed = true;
    }
  };
  let ended = 0;
  const run = forEachConcurrently(items(), 2, async (item) => {
    await turn();
    if (item === 3) throw new Error("third");
    await turn();
    ended += 1;
  });
  await expect(run).rejects.toThrow("third");
  const before = ended;
  await turn();
  await turn();
  expect({ closed, later: ended - before }).toEqual({ closed: true, later: 0 });
});

async function* unreadable() {
  yield 1;
  throw new Error("unreadable");
}

test("an error of the items is thrown", async () => {
  await expect(forEachConcurrently(unreadable(), 4, turn)).rejects.toThrow("unreadable");
});
