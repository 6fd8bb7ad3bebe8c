import { expect, test } from "vitest";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { createTestApp, seedProject } from "#testing/app.ts";
import { attemptEvent, testEvent } from "#testing/live-events.ts";
import { type LiveReporter, openLive, recordedPositions } from "#testing/live-run.ts";

const machines = 8;
const batches = 12;
const testsOfBatch = 20;

test(
  "many machines send to one run while silent runs are searched, and everything counts once",
  { timeout: 480_000 },
  async () => {
    await using plumb = await createTestApp();
    const { key } = await seedProject(plumb);
    const shard = (current: number) =>
      openLive(plumb, key, { clientId: `machine-${current}`, build: "1", shard: { current, total: machines } });
    const lives = await Promise.all(Array.from({ length: machines }, (_, index) => shard(index + 1)));
    expect(new Set(lives.map(({ run }) => run.reportId)).size).toBe(1);
    const sent = new AbortController();
    const looking = (async () => {
      // Interrupts all sources all the time: each batch finds its run interrupted, or holds its lock.
      while (!sent.signal.aborted) await interruptSilent(plumb.context, new Date(Date.now() + 60_000), sent.signal);
    })();

    const responses: string[] = [];
    await Promise.all(
      lives.map(async (live, machine) => {
        for (let batch = 1; batch <= batches; batch += 1) {
          const ids = Array.from({ length: testsOfBatch }, (_, index) => `${machine} ${batch} ${index}`);
          const events = ids.flatMap((id, index) => [
            testEvent(id, "running", { author: `author ${(index * 7 + machine) % 5}` }),
            attemptEvent(id, index === 0 ? "failed" : "passed"),
            testEvent(id, index === 0 ? "failed" : "passed"),
          ]);
          // Sends every second batch twice at the same time, as after a lost response.
          const times = batch % 2 === 0 ? [1, 2] : [1];
          const retained = await Promise.all(times.map(() => live.batch(events, batch)));
          responses.push(
            ...retained.map(({ status, body }) => `${status} ${body.data.acknowledged === batch ? "kept" : "lost"}`),
          );
          const file = await live.file({ test: ids[0] as string, name: "log.txt" }, `${machine}`);
          responses.push(`${file.status} file`);
        }
      }),
    );
    sent.abort();
    await looking;
    expect(new Set(responses)).toEqual(new Set(["200 kept", "200 file"]));
    const ends = await Promise.all(lives.map((live) => live.complete()));

    expect(ends.map(({ status }) => status)).toEqual(lives.map(() => 200));
    const total = machines * batches * testsOfBatch;
    expect((await lives[0]?.complete())?.body.data).toMatchObject({
      status: "failed",
      total,
      failed: machines * batches,
      passed: total - machines * batches,
    });
  },
);

test("reporters with concurrent batches each get a response, and a rejected batch does not affect others", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const open = (clientId: string) => openLive(plumb, key, { clientId });
  const lives = await Promise.all(["one", "two", "early", "over", "repeated", "empty"].map(open));
  const [one, two, early, over, repeated, empty] = lives as [
    LiveReporter,
    LiveReporter,
    LiveReporter,
    LiveReporter,
    LiveReporter,
    LiveReporter,
  ];
  await over.complete();
  await repeated.batch([testEvent("a", "passed")]);

  const responses = await Promise.all([
    one.batch([testEvent("a", "passed")]),
    early.batch([testEvent("a", "passed")], 5),
    over.batch([testEvent("a", "passed")]),
    repeated.batch([testEvent("a", "failed")], 1),
    empty.batch(["nonsense"]),
    two.batch([testEvent("a", "failed")]),
  ]);

  expect(responses.map(({ status, body }) => [status, body.data?.acknowledged ?? body.expected ?? null])).toEqual([
    [200, 1],
    [409, 1],
    [409, null],
    [200, 1],
    [200, 1],
    [200, 1],
  ]);
  const ended = await Promise.all([one, two, repeated, empty].map(async (live) => (await live.complete()).body.data));
  expect(ended.map(({ passed, failed }) => [passed, failed])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
  expect(ended.at(-1)?.problems.map(({ reason }) => reason)).toEqual([expect.stringContaining("This is not JSON.")]);
});

test("a test reported by several shards concurrently has an occurrence and a position for each", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const shards = [1, 2, 3, 4];
  const lives = await Promise.all(
    shards.map((current) =>
      openLive(plumb, key, { clientId: `shard ${current}`, build: "1", shard: { current, total: shards.length } }),
    ),
  );
  await Promise.all(lives.map((live) => live.batch([testEvent("same", "running")])));
  await Promise.all(lives.map((live, index) => live.batch([testEvent("same", index === 0 ? "failed" : "passed")])));
  for (const live of lives) await live.complete();

  expect((await lives[0]?.complete())?.body.data).toMatchObject({ total: 4, passed: 3, failed: 1, status: "failed" });
  const positions = (await recordedPositions(plumb)) as { seq: number }[];
  expect(new Set(positions.map(({ seq }) => seq)).size).toBe(4);
});
