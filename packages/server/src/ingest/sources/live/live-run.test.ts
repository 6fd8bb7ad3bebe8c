import type { Problem, Report } from "@plumb/contract/runs/reports.ts";
import type { ResultDetail, ResultRow } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { attemptEvent, testEvent } from "#testing/live-events.ts";
import { openLive, recordedPositions, recordedTests, markSourceSilent } from "#testing/live-run.ts";

async function reportOf(plumb: TestApp, token: string, reportId: number): Promise<Report> {
  return (await call<{ data: Report }>(plumb, "GET", `/api/reports/${reportId}`, { token })).body.data;
}

async function problemsOf(plumb: TestApp, token: string, reportId: number): Promise<string[]> {
  const { body } = await call<{ data: Problem[] }>(plumb, "GET", `/api/reports/${reportId}/problems`, { token });
  return body.data.map(({ file, line, reason }) => [file, line, reason].filter((part) => part !== null).join(": "));
}

test("a run is announced, grows while it runs, and completes", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key, {
    branch: "main",
    tags: ["nightly"],
    commitAuthor: "Ana",
    pullRequest: "#12",
    framework: "playwright",
    frameworkVersion: "1.60",
  });
  expect(live.run).toMatchObject({ number: 1, acknowledged: 0, maxBatchBytes: 4 * 1024 * 1024 });

  await live.batch([testEvent("a", "announced"), testEvent("b", "announced"), testEvent("c", "announced")]);
  await live.batch([testEvent("a", "running"), { kind: "stdout", test: "a", stream: "stdout", text: "one " }]);
  expect(await reportOf(plumb, token, live.run.reportId)).toMatchObject({
    status: "running",
    framework: "playwright",
    branch: "main",
    tags: ["nightly"],
    commitAuthor: "Ana",
    pullRequest: "#12",
    metadata: { playwrightVersion: "1.60" },
    progress: { expected: 3, running: 1, remaining: 2, endsAt: null },
  });
  await live.batch([
    { kind: "stdout", test: "a", stream: "stdout", text: "two" },
    attemptEvent("a", "failed", "it broke"),
    testEvent("a", "failed"),
    testEvent("b", "running"),
  ]);
  expect(await recordedTests(plumb)).toEqual(["a failed it broke", "b running", "c announced"]);
  await live.batch([attemptEvent("b", "passed"), testEvent("b", "passed"), testEvent("c", "passed")]);
  const done = await live.complete();

  expect(done).toMatchObject({
    status: 200,
    body: {
      data: { reportId: live.run.reportId, number: 1, status: "failed", total: 3, passed: 2, failed: 1, problems: [] },
    },
  });
  expect(await live.complete()).toEqual(done);
  const report = await reportOf(plumb, token, live.run.reportId);
  expect([report.status, report.progress, report.interruption]).toEqual(["failed", undefined, null]);
  const { body } = await call<{ data: { id: number; title: string }[] }>(
    plumb,
    "GET",
    `/api/reports/${live.run.reportId}/results`,
    { token },
  );
  const detail = await call(plumb, "GET", `/api/reports/${live.run.reportId}/results/${body.data[0]?.id}`, { token });
  expect(detail.body).toMatchObject({ data: { attempts: [{ stdout: "one two", errors: [{ message: "it broke" }] }] } });
});

test("a result keeps its id and its position from announcement to outcome", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "announced"), testEvent("b", "announced")]);
  const before = await recordedPositions(plumb);
  await live.batch([testEvent("a", "running")]);
  await live.batch([testEvent("a", "passed"), testEvent("n", "passed")]);

  expect((await recordedPositions(plumb)).slice(0, 2)).toEqual(before);
});

test("tests with the same name are distinguished by their stream ids", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const same = { titlePath: ["Cart", "adds"] };

  await live.batch([testEvent("1", "announced", same), testEvent("2", "announced", same)]);
  await live.batch([testEvent("2", "failed", same)]);
  await live.batch([testEvent("1", "passed", same)]);

  expect((await live.complete()).body.data).toMatchObject({ total: 2, passed: 1, failed: 1 });
});

test("shards of one build are one run, which completes with the last of them", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const shard = (current: number) =>
    openLive(plumb, key, { clientId: `machine-${current}`, build: "77", shard: { current, total: 2 }, tags: ["e2e"] });
  const one = await shard(1);
  const two = await shard(2);
  expect([two.run.reportId, two.run.source === one.run.source]).toEqual([one.run.reportId, false]);

  await one.batch([testEvent("a", "passed")]);
  await two.batch([testEvent("b", "announced")]);
  expect((await one.complete()).body.data).toMatchObject({ status: "running", total: 2 });
  await two.batch([testEvent("b", "passed")]);
  expect((await two.complete()).body.data).toMatchObject({ status: "completed", total: 2, passed: 2 });
  expect((await reportOf(plumb, token, one.run.reportId)).tags).toEqual(["e2e"]);
});

test("without a build each client has a separate run, and the same client finds its run again", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const one = await openLive(plumb, key);
  await one.batch([testEvent("a", "passed")]);
  const other = await openLive(plumb, key, { clientId: "reporter-2" });
  const again = await openLive(plumb, key);

  expect(other.run.reportId).not.toBe(one.run.reportId);
  expect(again.run).toEqual({ ...one.run, acknowledged: 1 });
});

test("one build id from two branches is one run, with a note", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const one = await openLive(plumb, key, { build: "5", branch: "main", commit: "a1b2c3d4" });
  const two = await openLive(plumb, key, { build: "5", branch: "fix", commit: "a1b2c3d", clientId: "reporter-2" });

  expect(two.run.reportId).toBe(one.run.reportId);
  expect(await problemsOf(plumb, token, one.run.reportId)).toEqual([
    "A part of this run came from the branch fix, with the same build id. The run counts for main.",
  ]);
});

test("a repeated batch is acknowledged and not recorded twice, and an early one returns the expected number", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed")], 1);

  expect((await live.batch([testEvent("a", "passed")], 1)).body.data).toEqual({ acknowledged: 1 });
  expect(await live.batch([testEvent("c", "passed")], 3)).toMatchObject({ status: 409, body: { expected: 2 } });
  expect(await live.complete({ batches: 3 })).toMatchObject({ status: 409, body: { expected: 2 } });
  expect((await live.batch([testEvent("b", "passed")], 2)).body.data).toEqual({ acknowledged: 2 });
  expect((await live.complete({ batches: 2 })).body.data).toMatchObject({ total: 2, passed: 2 });
});

test("the same batch sent twice concurrently is recorded once", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);

  const responses = await Promise.all([1, 2, 3].map(() => live.batch([testEvent("a", "passed")], 1)));

  expect(responses.map(({ body }) => body.data)).toEqual([1, 2, 3].map(() => ({ acknowledged: 1 })));
  expect((await live.complete({ batches: 1 })).body.data).toMatchObject({ total: 1 });
});

test("invalid lines become problems of the run, and the others are stored", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);

  await live.batch([
    testEvent("a", "passed"),
    "{",
    '{"kind":"test","id":"b"}',
    "",
    '{"kind":"attempt","test":"c","index":0,"status":"passed","startedAt":1e300,"durationMs":1e300,"errors":[]}',
    testEvent("c", "passed", { titlePath: ["Cart\u0000", "c"], occurrence: 1e9 }),
  ]);

  expect((await live.complete()).body.data).toMatchObject({ total: 2, passed: 2 });
  expect(await problemsOf(plumb, token, live.run.reportId)).toEqual([
    "batch 1: 2: This is not JSON. The line was left out.",
    "batch 1: 3: This is not a result event (file). The line was left out.",
  ]);
});

test("announced tests that never ran are skipped with a note, and started ones are errors", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "announced"), testEvent("b", "announced"), testEvent("c", "announced")]);
  await live.batch([testEvent("a", "passed"), testEvent("b", "running"), attemptEvent("b", "failed", "half way")]);
  await live.batch([attemptEvent("ghost", "failed", "who am I")]);

  expect((await live.complete()).body.data).toMatchObject({
    status: "failed",
    total: 3,
    passed: 1,
    errored: 1,
    skipped: 1,
  });
  expect(await recordedTests(plumb)).toEqual(["a passed", "b error half way", "c skipped Did not run"]);
  expect(await problemsOf(plumb, token, live.run.reportId)).toEqual([
    "1 test that was announced did not run.",
    "1 test started but never finished.",
    "Steps, attempts or output of 1 test without a name were left out.",
  ]);
});

const step = (test: string, attempt: number, title: string) =>
  ({ kind: "step", test, attempt, title, depth: 0, status: "passed", durationMs: 120 }) as const;

test("keeps steps and output of an unfinished attempt, which ends with its test", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "running"), step("a", 0, "open the cart")]);
  await live.batch([{ kind: "stdout", test: "a", attempt: 0, stream: "stdout", text: "2 items\n" }]);
  await live.batch([testEvent("b", "running"), attemptEvent("b", "failed", "first"), step("b", 1, "second try")]);
  await live.batch([{ kind: "stdout", test: "c", stream: "stdout", text: "told alone\n" }, testEvent("c", "passed")]);
  await live.complete();

  const attemptsOf = async (title: string) => {
    const results = `/api/reports/${live.run.reportId}/results`;
    const list = await call<{ data: ResultRow[] }>(plumb, "GET", results, { token });
    const id = list.body.data.find(({ titlePath }) => titlePath.at(-1) === title)?.id;
    return (await call<{ data: ResultDetail }>(plumb, "GET", `${results}/${id}`, { token })).body.data.attempts;
  };
  expect(await attemptsOf("a")).toMatchObject([
    {
      status: "error",
      stdout: "2 items\n",
      steps: [{ title: "open the cart" }],
      errors: [{ message: "It started but never finished" }],
    },
  ]);
  expect(await attemptsOf("b")).toMatchObject([
    { status: "failed" },
    { status: "error", steps: [{ title: "second try" }] },
  ]);
  expect(await attemptsOf("c")).toMatchObject([{ status: "passed", stdout: "told alone\n" }]);
});

test("an interrupted run has its reason, and its tests are not failures", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed"), testEvent("b", "running"), testEvent("c", "announced")]);

  await live.complete({ interrupted: { reason: "Ctrl+C" } });

  expect(await reportOf(plumb, token, live.run.reportId)).toMatchObject({
    status: "interrupted",
    interruption: "Ctrl+C",
  });
  expect(await recordedTests(plumb)).toEqual(["a passed", "b skipped Interrupted: Ctrl+C", "c skipped Did not run"]);
});

test("a test of an earlier job counts if the job that repeats it does not reach it", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const first = await openLive(plumb, key, { build: "9" });
  await first.batch([testEvent("a", "failed"), testEvent("b", "passed")]);
  await first.complete();
  const again = await openLive(plumb, key, { build: "9", clientId: "second try", rerun: true });
  await again.batch([testEvent("a", "announced"), testEvent("b", "announced")]);
  await again.batch([testEvent("a", "passed")]);

  expect((await again.complete({ interrupted: { reason: "cancelled" } })).body.data).toMatchObject({
    total: 2,
    passed: 2,
    flaky: 1,
    skipped: 0,
  });
});

test("a job that died and runs again takes over its shard, and the run completes", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const shard = (clientId: string, current: number, jobAttempt = 1) =>
    openLive(plumb, key, { clientId, build: "77", shard: { current, total: 2 }, job: `e2e ${current}`, jobAttempt });
  const other = await shard("other", 1);
  await other.batch([testEvent("x", "passed")]);
  await other.complete();
  const died = await shard("died", 2);
  await died.batch([testEvent("a", "passed"), testEvent("b", "running"), testEvent("c", "announced")]);
  await markSourceSilent(plumb, died.run.source);
  const again = await shard("again", 2, 2);
  await again.batch([testEvent("a", "passed"), testEvent("b", "passed"), testEvent("c", "passed")]);

  expect((await again.complete()).body.data).toMatchObject({ status: "completed", total: 4, passed: 4, flaky: 0 });
  expect(await problemsOf(plumb, token, again.run.reportId)).toEqual(["Shard 2 was interrupted and started again."]);
  expect((await died.batch([testEvent("c", "failed")])).status).toBe(409);
});

test("a test announced by one reporter and run by another has no second attempt", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const one = await openLive(plumb, key, { build: "8" });
  await one.batch([testEvent("a", "announced")]);
  const two = await openLive(plumb, key, { build: "8", clientId: "reporter-2" });
  await two.batch([testEvent("a", "passed")]);
  await one.complete();
  await two.complete();

  const { summary } = await reportOf(plumb, token, two.run.reportId);
  expect(summary).toMatchObject({ total: 1, passed: 1, skipped: 0, firstAttemptPassRate: 100 });
});

test("a test that ends twice keeps its first outcome, with a note on the run", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed"), testEvent("a", "failed")]);
  await live.batch([attemptEvent("a", "failed", "late"), testEvent("a", "failed")]);

  expect((await live.complete()).body.data).toMatchObject({ total: 1, passed: 1 });
  expect(await problemsOf(plumb, token, live.run.reportId)).toEqual([
    'The test "a" was finished more than once. Its first outcome is kept.',
    "One event arrived after the end of the test and was left out.",
  ]);
});

test("a test with too many events before its end loses steps and output, but keeps its outcome", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const printed = { kind: "stdout", test: "a", stream: "stdout" } as const;
  await live.batch([testEvent("a", "running"), { ...printed, text: "first ".repeat(500_000) }]);
  await live.batch([{ ...printed, text: "second ".repeat(400_000) }, attemptEvent("a", "failed", "it broke")]);
  await live.batch([testEvent("a", "failed")]);

  expect(await recordedTests(plumb)).toEqual(["a failed it broke"]);
  expect(await problemsOf(plumb, token, live.run.reportId)).toEqual([
    "Some steps and output of running tests were left out because the tests sent too much of it.",
    "batch 3: Outputs of one attempt longer than 250,000 characters were cut: both ends were kept.",
  ]);
});

test("events after completion are rejected and not stored", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed")]);
  await live.complete();

  expect(await live.batch([testEvent("b", "passed")], 2)).toMatchObject({ status: 409 });
  expect(await live.file({ name: "a.txt" }, "late")).toMatchObject({ status: 409 });
  expect(await live.heartbeat()).toMatchObject({ status: 409 });
  expect((await live.batch([testEvent("a", "passed")], 1)).body.data).toEqual({ acknowledged: 1 });
  expect((await openLive(plumb, key)).run).toEqual({ ...live.run, acknowledged: 1 });
});

/** Returns a report of one test in the suite of the live runs. */
function fileOf(title: string, seconds: number): string {
  return `<testsuite name="Cart"><testcase name="${title}" file="cart.spec.ts" time="${seconds}"/></testsuite>`;
}

test("a file about the tests of a reporter is the same execution, but with another time both count", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key, { build: "7" });
  const took = { ...attemptEvent("a", "passed"), durationMs: 2000 };
  await live.batch([took, testEvent("a", "passed")]);
  await live.complete();
  const { reportId } = live.run;
  const upload = async (title: string, seconds: number) => {
    await send(plumb, key, { [`${title}${seconds}.xml`]: fileOf(title, seconds) }, { build: "7", suite: "shop" });
    const response = (await problemsOf(plumb, token, reportId)).filter((reason) =>
      reason.includes("both results count"),
    );
    const { total, flaky } = (await reportOf(plumb, token, reportId)).summary;
    return [total, flaky, response.length];
  };

  expect(await upload("other", 2)).toEqual([2, 0, 0]);
  expect(await upload("a", 2)).toEqual([2, 0, 0]);
  expect(await upload("a", 5)).toEqual([3, 0, 2]);
});
