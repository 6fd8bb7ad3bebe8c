import type { RunTimeline } from "@plumb/contract/runs/timeline.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit, playwright, type PlaywrightAttempt, type PlaywrightCase } from "#testing/reports.ts";

type Ran = readonly [start: number, seconds: number, worker: number, status?: PlaywrightAttempt["status"]];

const ran = (title: string, ...attempts: readonly Ran[]): PlaywrightCase => ({
  title,
  attempts: attempts.map(([start, seconds, worker, status]) => ({
    status: status ?? "passed",
    start,
    seconds,
    worker,
  })),
});

const shard = (current: number, cases: readonly PlaywrightCase[]) =>
  playwright(cases, { shard: { current, total: 2 } });

async function timelineOf(plumb: TestApp, token: string, reportId: number, query = ""): Promise<RunTimeline> {
  const response = await call<{ data: RunTimeline }>(plumb, "GET", `/api/reports/${reportId}/timeline${query}`, {
    token,
  });
  expect(response.status).toBe(200);
  return response.body.data;
}

test("each worker is a lane with its executions, idle time and slowest test", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([ran("adds", [0, 4, 0]), ran("pays", [6, 4, 0]), ran("browses", [0, 2, 1])]);
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const timeline = await timelineOf(plumb, token, reportId);
  expect(timeline).toMatchObject({
    startTime: "2026-03-04T09:00:00.000Z",
    duration: 10_000,
    from: 0,
    to: 10_000,
    slot: null,
    placed: 3,
    unplaced: 0,
    balance: { wall: 10_000, busy: 10_000, efficiency: 50, balanced: 5000 },
  });
  expect(timeline.lanes).toMatchObject([
    { file: "results.json", shard: null, workers: [0], executions: 2, failed: 0, busy: 8000, idle: 2000, gaps: 1 },
    {
      workers: [1],
      executions: 1,
      busy: 2000,
      idle: 8000,
      longestGap: 8000,
      slowest: { name: "browses", duration: 2000 },
    },
  ]);
  expect(timeline.marks).toMatchObject([
    { lane: 0, start: 0, duration: 4000, count: 1, status: "passed", attempt: 0, name: "adds" },
    { lane: 0, start: 6000, duration: 4000, name: "pays" },
    { lane: 1, start: 0, duration: 2000, name: "browses" },
  ]);
});

test("a retry is drawn on the worker that ran it, at its start time", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([ran("pays", [0, 3, 0, "failed"], [5, 1, 2]), ran("browses", [0, 6, 1])]);
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const { marks, lanes } = await timelineOf(plumb, token, reportId);
  // Worker 2 replaced worker 0.
  expect(lanes.map(({ workers }) => workers)).toEqual([[0, 2], [1]]);
  expect(marks.filter(({ name }) => name === "pays")).toMatchObject([
    { lane: 0, start: 0, duration: 3000, status: "failed", attempt: 0 },
    { lane: 0, start: 5000, duration: 1000, status: "passed", attempt: 1 },
  ]);
});

test("shards have their own lanes, and a repeated job keeps its earlier executions", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const query = { build: "1", suite: "shop" };
  await send(plumb, key, { "one.json": shard(1, [ran("adds", [0, 4, 0])]) }, query);
  await send(plumb, key, { "two.json": shard(2, [ran("pays", [1, 9, 0, "failed"])]) }, query);
  const { reportId } = (await send(plumb, key, { "again.json": shard(2, [ran("pays", [3600, 2, 0])]) }, query)).body
    .data;
  const timeline = await timelineOf(plumb, token, reportId);
  expect(timeline.lanes).toMatchObject([
    { file: "one.json", shard: 1, executions: 1 },
    { file: "two.json", shard: 2, executions: 1, failed: 1, busy: 9000 },
    { file: "again.json", shard: 2, executions: 1, failed: 0, busy: 2000 },
  ]);
  expect(timeline).toMatchObject({ uploads: 3, pause: 3_590_000, duration: 3_602_000, balance: { wall: 12_000 } });
  expect(await timelineOf(plumb, token, reportId, "?align=upload")).toMatchObject({ pause: 0, duration: 9000 });
});

test("very many executions have at most 3,000 marks, and a shorter range returns each of them", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright(
    Array.from({ length: 4000 }, (_, index) => ran(`test ${index}`, [Math.floor(index / 4), 0.5, index % 4])),
  );
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const all = await timelineOf(plumb, token, reportId);
  expect(all.marks.length).toBeLessThanOrEqual(3000);
  expect(all.slot).toBeGreaterThan(0);
  expect(all.marks.reduce((sum, { count }) => sum + count, 0)).toBe(4000);
  const part = await timelineOf(plumb, token, reportId, "?from=10000&to=20900");
  expect(part).toMatchObject({ slot: null, from: 10_000, to: 20_900 });
  expect(part.marks).toHaveLength(44);
});

test("a report without start times has no timeline, but the number of tests", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) })).body.data;
  expect(await timelineOf(plumb, token, reportId)).toEqual({
    startTime: null,
    duration: 0,
    from: 0,
    to: 0,
    slot: null,
    lanes: [],
    hiddenLanes: 0,
    marks: [],
    balance: null,
    uploads: 0,
    pause: 0,
    placed: 0,
    unplaced: 1,
    waiting: 0,
    untimed: 0,
  });
});

test.for(["?from=-1", "?to=never", "?align=moon"])("%s is rejected", async (query) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) })).body.data;
  const response = await call(plumb, "GET", `/api/reports/${reportId}/timeline${query}`, { token });
  expect(response.status).toBe(400);
});
