import { expect, test } from "vitest";
import { currentScope, runInScope } from "#tracing/scope.ts";
import { again, createBatcher } from "./batcher.ts";

test("handles together all items that arrive during a batch", async () => {
  const batches: number[][] = [];
  const half = createBatcher<number, number>({
    async work(items) {
      batches.push([...items]);
      return items.map((item) => item / 2);
    },
  });
  expect(await Promise.all([2, 4, 6].map((item) => half(item)))).toEqual([1, 2, 3]);
  expect(await half(8)).toBe(4);
  expect(batches).toEqual([[2], [4, 6], [8]]);
});

test("rejects all items of a failed batch, and continues with the next", async () => {
  let broken = true;
  const same = createBatcher<number, number>({
    async work(items) {
      if (broken) throw new Error("The database is away.");
      return items;
    },
  });
  await expect(same(1)).rejects.toThrow("away");
  broken = false;
  expect(await same(2)).toBe(2);
});

test("lanes do not wait for each other", async () => {
  const held = Promise.withResolvers<void>();
  const same = createBatcher<string, string>({
    async work(items) {
      if (items.includes("slow")) await held.promise;
      return items;
    },
  });
  const slow = same("slow", 1);
  expect(await same("quick", 2)).toBe("quick");
  held.resolve();
  expect(await slow).toBe("slow");
});

test("picks the items of a batch, and keeps the others in order", async () => {
  const batches: number[][] = [];
  const odd = createBatcher<number, number>({
    async work(items) {
      batches.push([...items]);
      return items;
    },
    pick: (waiting) => [...waiting.keys()].filter((index) => (waiting[index] ?? 0) % 2 === (waiting[0] ?? 0) % 2),
  });
  await Promise.all([1, 2, 3, 4, 5].map((item) => odd(item)));
  expect(batches).toEqual([[1], [2, 4], [3, 5]]);
});

test("an item to be handled again is the first of the next batch", async () => {
  const batches: string[][] = [];
  const waits: boolean[] = [];
  const known = new Set<string>();
  const child = createBatcher<string, string>({
    async work(items) {
      batches.push([...items]);
      return items.map((item) => {
        if (item === "child" && !known.has("parent")) return again;
        known.add(item);
        return item;
      });
    },
    run(batch, _lane, onlyAgain) {
      waits.push(onlyAgain);
      return batch();
    },
  });
  expect(await Promise.all(["child", "parent"].map((item) => child(item)))).toEqual(["child", "parent"]);
  expect(batches).toEqual([["child"], ["child", "parent"], ["child"]]);
  expect(waits).toEqual([false, false, true]);
});

test("an item that arrives while a batch waits for its turn is part of it", async () => {
  const gate = Promise.withResolvers<void>();
  const batches: number[][] = [];
  const same = createBatcher<number, number>({
    async work(items) {
      batches.push([...items]);
      return items;
    },
    run: (batch) => gate.promise.then(batch),
  });
  const first = same(1);
  const second = same(2);
  gate.resolve();
  await Promise.all([first, second]);
  expect(batches).toEqual([[1, 2]]);
});

test("work for several requests runs for none of them", async () => {
  const found: (string | null)[] = [];
  const handle = createBatcher<string, string>({
    async work(items) {
      found.push(currentScope().requestId);
      return items;
    },
  });
  const add = (requestId: string, lane: number) => runInScope({ requestId, span: null }, () => handle(requestId, lane));
  await Promise.all(["a", "b", "c"].map((id) => add(id, 1)));
  await Promise.all(["d", "d", "d"].map((id) => add(id, 2)));
  expect(found).toEqual(["a", null, "d", "d"]);
});
