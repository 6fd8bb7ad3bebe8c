import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import { ReadModel } from "./read-model.ts";

/** Models only pass it on. */
const primary = {} as Db;

/** A model of lists. Each load appends its number and waits until the test ends it; loads are listed in the order in which they started. */
function modelOfLists({ maxWeight = 100, revisions }: { maxWeight?: number; revisions?: () => number | null } = {}) {
  const loads: { id: number; before: readonly number[] | undefined; end: (error?: Error) => void }[] = [];
  const model = new ReadModel<[id: number], number[]>({
    maxWeight,
    weigh: (value) => value.length,
    ...(revisions === undefined ? {} : { revision: async () => revisions() }),
    async load(_db, [id], before, revision) {
      const value = before?.value ?? [];
      const seen = before && [...before.value];
      // A failed load must not leave this behind.
      value.push(loads.length + 1);
      await new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
        loads.push({ id, before: seen, end });
      });
      return { revision, value };
    },
  });
  /** Reads a value and ends the load that it starts, if any. */
  const read = async (id: number) => {
    const before = loads.length;
    const value = model.read(primary, id);
    await settled();
    if (loads.length > before) loads.at(-1)?.end();
    return value;
  };
  return { model, loads, read, befores: () => loads.map(({ before }) => before) };
}

/** Waits for everything that does not depend on a load. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("concurrent readers share a load", async () => {
  const { model, loads } = modelOfLists();
  const reads = Promise.all([model.read(primary, 1), model.read(primary, 1)]);
  await settled();
  loads[0]?.end();
  expect(await reads).toEqual([[1], [1]]);
  expect(loads).toHaveLength(1);
});

test("readers that arrive during a load share the next one", async () => {
  const { model, loads } = modelOfLists();
  const first = model.read(primary, 1);
  await settled();
  const later = Promise.all([model.read(primary, 1), model.read(primary, 1), model.read(primary, 1)]);
  await settled();
  // The first load may have read before the later readers arrived.
  expect(loads).toHaveLength(1);
  loads[0]?.end();
  await first;
  await settled();
  loads[1]?.end();
  expect((await later)[2]).toEqual([1, 2]);
  expect(loads).toHaveLength(2);
});

test("values of different keys load in parallel", async () => {
  const { model, loads } = modelOfLists();
  const reads = [model.read(primary, 1), model.read(primary, 2)];
  await settled();
  expect(loads.map(({ id }) => id)).toEqual([1, 2]);
  for (const { end } of loads) end();
  await Promise.all(reads);
});

test("loads a value again only after its revision changed", async () => {
  let revision = 1;
  const { read, befores } = modelOfLists({ revisions: () => revision });
  await read(1);
  expect(await read(1)).toEqual([1]);
  revision = 2;
  expect(await read(1)).toEqual([1, 2]);
  expect(befores()).toEqual([undefined, [1]]);
});

test("keeps the value of rows that do not exist until they do", async () => {
  let revision: number | null = null;
  const { read, loads } = modelOfLists({ revisions: () => revision });
  await read(1);
  await read(1);
  expect(loads).toHaveLength(1);
  revision = 1;
  expect(await read(1)).toEqual([1, 2]);
});

test("a failed load rejects its readers and discards the value", async () => {
  const { model, loads, read, befores } = modelOfLists();
  await read(1);
  const failing = Promise.allSettled([model.read(primary, 1), model.read(primary, 1)]);
  await settled();
  loads[1]?.end(new Error("the database went away"));
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read(1)).toEqual([3]);
  expect(befores()).toEqual([undefined, [1], undefined]);
});

test("evicts the least recently used values above the limit", async () => {
  const { read, befores } = modelOfLists({ maxWeight: 2 });
  for (const id of [1, 2, 1, 2]) await read(id);
  // After the third read the weight is three, and value 2 was used least recently.
  expect(befores()).toEqual([undefined, undefined, [1], undefined]);
});

test("keeps the latest value, whatever its weight", async () => {
  const { read, befores } = modelOfLists({ maxWeight: 1 });
  for (let times = 0; times < 4; times++) await read(3);
  expect(befores().at(-1)).toHaveLength(3);
  await read(1);
  await read(3);
  expect(befores().at(-1)).toBeUndefined();
});

test("no load changes a value during exclusive work, which loads a missing value first", async () => {
  const { model, loads } = modelOfLists();
  let finish: (() => void) | undefined;
  const work = model.exclusively(primary, [1], async (value) => {
    await new Promise<void>((resolve) => (finish = resolve));
    return [...value];
  });
  await settled();
  loads[0]?.end();
  await settled();
  const later = model.read(primary, 1);
  await settled();
  expect(loads).toHaveLength(1);
  finish?.();
  expect(await work).toEqual([1]);
  await settled();
  loads[1]?.end();
  expect(await later).toEqual([1, 2]);
});
