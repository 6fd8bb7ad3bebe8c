import type { AttemptEvent, ResultEvent } from "@plumb/contract/result-event.ts";
import { type LiveRun, maxLiveFailures, maxRunningTests, type RunPace } from "@plumb/contract/runs/live-run.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

async function liveRun(plumb: TestApp, token: string, reportId: number): Promise<LiveRun> {
  const { status, body } = await call<{ data: LiveRun }>(plumb, "GET", `/api/reports/${reportId}/live`, { token });
  expect(status).toBe(200);
  return body.data;
}

const iso = (ms: number) => new Date(ms).toISOString();

const failed = (title: string, startedAt: number | null, message: string): ResultEvent[] => {
  const attempt: Omit<AttemptEvent, "errors"> = {
    kind: "attempt",
    test: title,
    index: 0,
    status: "failed",
    startedAt,
    durationMs: 500,
  };
  return [{ ...attempt, errors: [{ message }] }, testEvent(title, "failed")];
};

test("lists running tests with worker and start, and the first failure of each cause", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const now = plumb.time.now.getTime();
  const live = await openLive(plumb, key);
  await live.batch([
    testEvent("waits", "announced"),
    { ...testEvent("ships", "running"), startedAt: now - 4000, worker: 1 },
    { ...testEvent("adds", "running"), startedAt: now - 9000, worker: 0 },
    // A reporter whose clock is ahead, and one that sends neither.
    { ...testEvent("wraps", "running"), startedAt: now + 3_600_000, worker: 2 },
    testEvent("folds", "running"),
    ...failed("pays by card", now - 30_000, "Error: payment refused"),
    ...failed("pays by gift card", now - 20_000, "Error: payment refused"),
    ...failed("searches", now - 25_000, "Error: no result"),
    ...failed("sorts", null, "Error: unsorted"),
  ]);
  const { runningCount, running, failures } = await liveRun(plumb, token, live.run.reportId);
  expect(runningCount).toBe(4);
  expect(running.map(({ name, worker, startedAt }) => [name.split(" › ").at(-1), worker, startedAt])).toEqual([
    ["adds", 0, iso(now - 9000)],
    ["ships", 1, iso(now - 4000)],
    ["wraps", 2, iso(now)],
    ["folds", null, null],
  ]);
  expect(failures.map(({ name, errorLine, similar }) => [name.split(" › ").at(-1), errorLine, similar])).toEqual([
    ["searches", "Error: no result", 1],
    ["pays by card", "Error: payment refused", 2],
    ["sorts", "Error: unsorted", 1],
  ]);

  // The test has ended, so it is not listed as running, and its attempts replace its start time.
  await live.batch(failed("adds", null, "Error: no result"));
  const after = await liveRun(plumb, token, live.run.reportId);
  expect(after.runningCount).toBe(3);
  await live.complete();
  expect(await liveRun(plumb, token, live.run.reportId)).toMatchObject({ running: [], runningCount: 0 });
});

test("the first failure of a cause has its last picture", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const now = plumb.time.now.getTime();
  const live = await openLive(plumb, key);
  const picture = { kind: "artifact", test: "pays", attempt: 0, body: "iVBORw0KGgo=" } as const;
  await live.batch([
    { ...picture, name: "log.txt", contentType: "text/plain" },
    { ...picture, name: "screenshot.png", contentType: "image/png" },
    ...failed("pays", now - 3000, "Error: payment refused"),
    ...failed("pays later", now - 1000, "Error: payment refused"),
    ...failed("sorts", now - 2000, "Error: unsorted"),
  ]);
  const { failures } = await liveRun(plumb, token, live.run.reportId);
  expect(failures.map(({ name, picture: address }) => [name.split(" › ").at(-1), address !== null])).toEqual([
    ["sorts", false],
    ["pays", true],
  ]);
  const file = await plumb.app.inject({ method: "GET", url: failures[1]?.picture ?? "" });
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/png"]);
});

const minuteMs = 60_000;

/** Records a run of two tests. The first ends after a quarter of the run, the second at its end. */
async function recordRun(plumb: TestApp, key: string, minutes: number, run: object = {}): Promise<void> {
  const start = plumb.time.now.getTime();
  const live = await openLive(plumb, key, { clientId: `took ${minutes} at ${start}`, branch: "main", ...run });
  const attempt = (title: string, from: number, until: number): ResultEvent[] => [
    {
      kind: "attempt",
      test: title,
      index: 0,
      status: "passed",
      startedAt: start + from * minutes * minuteMs,
      durationMs: (until - from) * minutes * minuteMs,
      errors: [],
    },
    testEvent(title, "passed"),
  ];
  plumb.time.now = new Date(start + minutes * minuteMs);
  await live.batch([...attempt("a", 0, 0.25), ...attempt("b", 0.5, 1)]);
  await live.complete();
  plumb.time.now = new Date(plumb.time.now.getTime() + minuteMs);
}

test("the pace is the median of earlier runs of the suite, environment and branch, if there are three", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const paceOf = async (body: object) => {
    const { run } = await openLive(plumb, key, { clientId: JSON.stringify(body), ...body });
    const path = `/api/reports/${run.reportId}/pace`;
    return (await call<{ data: RunPace | null }>(plumb, "GET", path, { token })).body.data;
  };
  await recordRun(plumb, key, 10);
  await recordRun(plumb, key, 40);
  await recordRun(plumb, key, 5, { branch: "fix" });
  await recordRun(plumb, key, 5, { environment: "preview" });
  expect(await paceOf({ branch: "main", build: "early" })).toBeNull();
  await recordRun(plumb, key, 20);
  const pace = await paceOf({ branch: "main", build: "late" });
  expect(pace).toMatchObject({ runs: 3, durationMs: 20 * minuteMs });
  expect(pace?.marks).toEqual([...Array<number>(10).fill(5 * minuteMs), ...Array<number>(10).fill(20 * minuteMs)]);
  expect(await paceOf({ branch: "fix", build: "other" })).toBeNull();
});

test("is bounded for runs with many workers and failures", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  await live.batch([
    ...numbers.map((worker) => ({ ...testEvent(`runs ${worker}`, "running"), startedAt: worker, worker })),
    ...numbers.flatMap((index) => failed(`fails ${index}`, index, `Error: ${"abcdefghij"[index % 10]}${index} lost`)),
  ]);
  const { runningCount, running, failures } = await liveRun(plumb, token, live.run.reportId);
  expect(runningCount).toBe(200);
  expect(running).toHaveLength(maxRunningTests);
  expect(failures.length).toBeLessThanOrEqual(maxLiveFailures);
  expect(failures.reduce((sum, { similar }) => sum + similar, 0)).toBeLessThanOrEqual(200);
});
