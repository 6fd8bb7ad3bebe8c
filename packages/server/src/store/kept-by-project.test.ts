import { expect, test } from "vitest";
import { keepByProject } from "./kept-by-project.ts";

/** Keeps lists of the numbers of refreshes; each refresh waits until it is let through, in the order in which they began. */
function kept(most = 100) {
  const begun: { projectId: number; before: readonly number[] | undefined; end: (error?: Error) => void }[] = [];
  const values = keepByProject<number[]>({
    most,
    weigh: (value) => value.length,
    async refresh(projectId, before) {
      const value = before ?? [];
      const number = begun.length + 1;
      const seen = before === undefined ? undefined : [...before];
      // Half-done while it waits: what fails now must not stay.
      value.push(number);
      await new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
        begun.push({ projectId, before: seen, end });
      });
      return value;
    },
  });
  return { values, begun, befores: () => begun.map(({ before }) => before) };
}

/** Waits until everything is done that does not depend on a refresh. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("two concurrent callers share a refresh", async () => {
  const { values, begun } = kept();
  const asked = Promise.all([values.fresh(1), values.fresh(1)]);
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  expect(await asked).toEqual([[1], [1]]);
  await settled();
  expect(begun).toHaveLength(1);
});

test("callers during a refresh share the next one", async () => {
  const { values, begun } = kept();
  const first = values.fresh(1);
  await settled();
  const later = Promise.all([values.fresh(1), values.fresh(1), values.fresh(1)]);
  await settled();
  // It may have read before the later ones asked.
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await first;
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  expect((await later)[2]).toEqual([1, 2]);
  expect(begun).toHaveLength(2);
});

test("projects do not wait for each other", async () => {
  const { values, begun } = kept();
  const asked = [values.fresh(1), values.fresh(2)];
  await settled();
  expect(begun.map(({ projectId }) => projectId)).toEqual([1, 2]);
  for (const { end } of begun) end();
  await Promise.all(asked);
});

test("a failed refresh rejects its callers, and leaves no partial state", async () => {
  const { values, begun, befores } = kept();
  const first = values.fresh(1);
  await settled();
  begun[0]?.end();
  await first;
  const failing = Promise.allSettled([values.fresh(1), values.fresh(1)]);
  await settled();
  begun[1]?.end(new Error("the database went away"));
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const after = values.fresh(1);
  await settled();
  begun[2]?.end();
  expect(await after).toEqual([3]);
  expect(befores()).toEqual([undefined, [1], undefined]);
});

test("above the limit, the least recently used value is evicted", async () => {
  const { values, begun, befores } = kept(2);
  const ask = async (projectId: number) => {
    const asked = values.fresh(projectId);
    await settled();
    begun.at(-1)?.end();
    await asked;
  };
  await ask(1);
  await ask(2);
  // Three together now; 2 is the one that was asked for longest ago.
  await ask(1);
  await ask(2);
  expect(befores()).toEqual([undefined, undefined, [1], undefined]);
  // The latest stays, whatever it weighs.
  await ask(3);
  for (let times = 0; times < 3; times++) await ask(3);
  expect(befores().at(-1)).toHaveLength(3);
});

test("exclusive work is not overtaken by a refresh, and starts with one if there is no value", async () => {
  const { values, begun } = kept();
  let finish: (() => void) | undefined;
  const work = values.alone(1, async (value) => {
    await new Promise<void>((resolve) => (finish = resolve));
    return [...value];
  });
  await settled();
  begun[0]?.end();
  await settled();
  const later = values.fresh(1);
  await settled();
  expect(begun).toHaveLength(1);
  finish?.();
  expect(await work).toEqual([1]);
  await settled();
  begun[1]?.end();
  expect(await later).toEqual([1, 2]);
});
