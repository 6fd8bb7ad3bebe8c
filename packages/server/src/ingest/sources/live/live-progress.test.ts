import type { RunUpdated } from "@plumb/contract/realtime.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, test } from "vitest";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { connectLive, listening } from "#testing/live-client.ts";
import { openLive, testEvent } from "#testing/live-run.ts";

test("whoever watches hears that a run began, how far it is, that it goes on, and how it ended", async () => {
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
  const heard = (await reader.next("test-updated")) as RunUpdated;
  expect([heard.summary.total, heard.progress]).toEqual([2, { expected: 2, running: 1, remaining: 1, endsAt: null }]);
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  expect(await reader.next("test-execution-completed")).toMatchObject({ status: "interrupted" });
  await live.heartbeat();
  expect(await reader.next("test-execution-started")).toEqual({ projectId, reportId });
  await live.batch([testEvent("a", "passed"), testEvent("b", "passed")]);
  await live.complete();
  expect(await reader.next("test-execution-completed")).toMatchObject({ status: "completed", summary: { passed: 2 } });
});

test("a running run ends about when its suite's earlier runs let expect, and not in the past", async () => {
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
