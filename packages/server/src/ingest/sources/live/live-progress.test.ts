import type { RunUpdated } from "@plumb/contract/realtime.ts";
import type { DefectSummary } from "@plumb/contract/failures/failures.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ResultDetail, ResultGroup } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { collectFailures } from "#failures/collect-failures.ts";
import { runJobs } from "#jobs/engine.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { createResultIndex } from "#read-models/results/result-index.ts";
import { resultGroups } from "#read-models/results/result-groups.ts";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { connectLive, listening } from "#testing/live-client.ts";
import { attemptEvent, testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

test("open pages receive start, progress, resumption and end of a run", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const address = await listening(plumb);
  using watcher = await connectLive(address, { token });
  await watcher.ask("join-project", projectId);
  const live = await openLive(plumb, key);
  const { reportId } = live.run;
  expect(await watcher.next("test-execution-started")).toEqual({ projectId, reportId });
  using reader = await connectLive(address, { token });
  await reader.ask("join-report", reportId);

  await live.batch([testEvent("a", "running"), testEvent("b", "announced")]);
  const received = (await reader.next("test-updated")) as RunUpdated;
  expect([received.summary.total, received.progress]).toEqual([
    2,
    { expected: 2, running: 1, remaining: 1, endsAt: null },
  ]);
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  expect(await reader.next("test-execution-completed")).toMatchObject({ status: "interrupted" });
  await live.heartbeat();
  expect(await reader.next("test-execution-started")).toEqual({ projectId, reportId });
  await live.batch([testEvent("a", "passed"), testEvent("b", "passed")]);
  await live.complete();
  expect(await reader.next("test-execution-completed")).toMatchObject({ status: "completed", summary: { passed: 2 } });
});

test("the expected end of a run follows earlier runs of its suite, and is not in the past", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const later = (minutes: number) => (plumb.time.now = new Date(plumb.time.now.getTime() + minutes * 60_000));
  for (const minutes of [10, 40, 20]) {
    const earlier = await openLive(plumb, key, { clientId: `took ${minutes}` });
    later(minutes);
    await earlier.batch([testEvent("a", "passed")]);
    await earlier.complete();
    later(1);
  }
  const live = await openLive(plumb, key, { clientId: "now" });
  const endsAt = async () => {
    const { body } = await call<{ data: Report }>(plumb, "GET", `/api/reports/${live.run.reportId}`, { token });
    return body.data.progress?.endsAt;
  };

  const expected = new Date(plumb.time.now.getTime() + 20 * 60_000).toISOString();
  expect(await endsAt()).toBe(expected);
  later(19);
  expect(await endsAt()).toBe(expected);
  later(1);
  expect(await endsAt()).toBeNull();
});

function step(title: string, attempt = 0) {
  return { kind: "step", test: "a", attempt, title, depth: 0, status: "passed", durationMs: 3 } as const;
}

test("an opened running test shows its events so far, and all of them when it ends", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const printed = { kind: "stdout", test: "a", attempt: 1, stream: "stdout", text: "2 items\n" } as const;
  const sent = async () => {
    const address = `/api/reports/${live.run.reportId}/results`;
    const { body: list } = await call<{ data: { id: number }[] }>(plumb, "GET", address, { token });
    const { body } = await call<{ data: ResultDetail }>(plumb, "GET", `${address}/${list.data[0]?.id}`, { token });
    const { status, attempts } = body.data;
    return [
      status,
      ...attempts.map((attempt) => [attempt.status, attempt.steps.map(({ title }) => title), attempt.stdout]),
    ];
  };

  await live.batch([testEvent("a", "running")]);
  expect(await sent()).toEqual(["running", ["running", [], ""]]);
  await live.batch([step("open"), step("pay"), attemptEvent("a", "failed", "no money")]);
  await live.batch([step("open again", 1), printed]);
  expect(await sent()).toEqual(["running", ["failed", ["open", "pay"], ""], ["running", ["open again"], "2 items\n"]]);
  await live.batch([step("paid", 1), { ...attemptEvent("a", "passed"), index: 1 } as never, testEvent("a", "passed")]);
  expect(await sent()).toEqual([
    "passed",
    ["failed", ["open", "pay"], ""],
    ["passed", ["open again", "paid"], "2 items\n"],
  ]);
});

test("failures of a running run have their cause", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "announced"), testEvent("b", "running")]);
  await live.batch([
    attemptEvent("b", "failed", "net::ERR_CONNECTION_REFUSED at https://shop.example/cart"),
    testEvent("b", "failed"),
  ]);
  plumb.time.now = new Date(plumb.time.now.getTime() + 5000);
  await expect
    .poll(async () => {
      await runJobs(plumb.context);
      const address = `/api/reports/${live.run.reportId}/results/groups?by=failure`;
      const { body } = await call<{ data: ResultGroup[] }>(plumb, "GET", address, { token });
      return body.data[0]?.cause?.primaryClass;
    })
    .toBe("Environment Issue");

  const { body } = await call<{ data: DefectSummary }>(
    plumb,
    "GET",
    `/api/analysis/projects/${projectId}/summary?timeWindow=7`,
    { token },
  );
  expect(body.data).toMatchObject({ totalFailures: 1 });
  const { body: report } = await call<{ data: Report }>(plumb, "GET", `/api/reports/${live.run.reportId}`, { token });
  expect(report.data.status).toBe("running");
});

function fails(id: string, message: string) {
  return [attemptEvent(id, "failed", message), testEvent(id, "failed")];
}

test("failures and groups of a running run match a full read", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const first = await openLive(plumb, key, { clientId: "first", build: "1" });
  const second = await openLive(plumb, key, { clientId: "second", build: "1", rerun: true });
  const { reportId } = first.run;
  const refused = "net::ERR_CONNECTION_REFUSED at https://shop.example/cart";
  const seen = async () => {
    const run = { projectId, runId: reportId };
    await collectFailures(plumb.context, run);
    const selection = { ...run, status: undefined, words: [] };
    const requested = { by: "failure", limit: 10, baseId: null } as const;
    const [retained, read] = [plumb.context.resultIndex, createResultIndex()(plumb.context.db)];
    const groups = await resultGroups(retained, selection, requested);
    expect(groups).toEqual(await resultGroups(read, selection, requested));
    const { body } = await call<{ data: DefectSummary }>(
      plumb,
      "GET",
      `/api/analysis/projects/${projectId}/summary?timeWindow=7`,
      { token },
    );
    return [body.data.totalFailures, ...groups.groups.map(({ failed, passed }) => [failed, passed])];
  };

  await first.batch([testEvent("a", "announced"), testEvent("b", "announced"), testEvent("c", "running")]);
  expect(await seen()).toEqual([0, [0, 0]]);
  await first.batch([...fails("a", refused), ...fails("b", "Error: expected 3, got 9")]);
  expect(await seen()).toEqual([2, [1, 0], [1, 0], [0, 0]]);
  await first.batch([...fails("c", refused), attemptEvent("d", "passed"), testEvent("d", "passed")]);
  expect(await seen()).toEqual([3, [2, 0], [1, 0], [0, 1]]);
  // Another machine repeats a test. Its failure stays until the end of the run, when the later attempt is recognised.
  await second.batch([
    attemptEvent("a", "passed"),
    testEvent("a", "passed"),
    ...fails("e", "Error: expected 3, got 9"),
  ]);
  expect((await seen())[0]).toBe(4);
  await first.complete();
  await second.complete();
  expect((await seen())[0]).toBe(3);
});
