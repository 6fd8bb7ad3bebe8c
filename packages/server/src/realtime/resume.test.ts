import type { Received, RunUpdated } from "@plumb/contract/realtime.ts";
import { expect, test } from "vitest";
import { createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { connectLive, listening, type LiveClient } from "#testing/live-client.ts";
import { attemptEvent, testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

/** Joins a report and returns its current number. */
async function joined(client: LiveClient, reportId: number, received?: Received) {
  const response = await client.ask("join-report", reportId, ...(received === undefined ? [] : [received]));
  if (!response.success) throw new Error(response.error);
  return response;
}

async function watchedRun(plumb: TestApp) {
  const { token, key, projectId } = await seedProject(plumb);
  const address = await listening(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "announced"), testEvent("b", "announced"), testEvent("c", "announced")]);
  return { token, key, projectId, address, live, reportId: live.run.reportId };
}

/** Returns title and status of each test in an event. */
function testsOf(event: unknown): string[] {
  return ((event as RunUpdated).tests ?? []).map(({ titlePath, status }) => `${titlePath.at(-1)} ${status}`).toSorted();
}

test("an event has the tests that changed, including started ones", async () => {
  await using plumb = await createTestApp();
  const { token, address, live, reportId } = await watchedRun(plumb);
  using watcher = await connectLive(address, { token });
  const { number } = await joined(watcher, reportId);

  await live.batch([testEvent("b", "running")]);

  const event = (await watcher.next("test-updated")) as RunUpdated;
  expect(testsOf(event)).toEqual(["b running"]);
  expect(event.test).toEqual(event.tests?.[0]);
  expect(watcher.heard.at(-1)?.number).toBeGreaterThan(number);
});

test("a client that reconnects receives exactly the events it missed", async () => {
  await using plumb = await createTestApp();
  const { token, projectId, address, live, reportId } = await watchedRun(plumb);
  const first = await connectLive(address, { token });
  const { epoch, resumed } = await joined(first, reportId);
  expect(resumed).toBe(false);
  await live.batch([testEvent("a", "running")]);
  await first.next("test-updated");
  const received = { epoch, number: first.heard.at(-1)?.number as number };
  first[Symbol.dispose]();
  await first.ended;
  await live.batch([attemptEvent("a", "failed", "Expected 2"), testEvent("a", "failed"), testEvent("b", "running")]);

  using again = await connectLive(address, { token });
  expect(await joined(again, reportId, received)).toMatchObject({ resumed: true, epoch });
  // The delayed update may follow; it contains the same changes.
  expect(new Set(again.heard.map(({ event }) => event))).toEqual(new Set(["test-updated"]));
  const event = (await again.next("test-updated")) as RunUpdated;
  expect(testsOf(event)).toEqual(["a failed", "b running"]);
  expect(event.summary.failed).toBe(1);
  await live.complete();
  await again.next("test-execution-completed");

  using late = await connectLive(address, { token });
  const response = await late.ask("join-project", projectId, received);
  expect(response).toMatchObject({ resumed: true });
  expect(await late.next("test-execution-completed")).toMatchObject({ reportId, status: "failed" });
  await joined(late, reportId, received);
  expect(await late.next("test-execution-completed")).toMatchObject({ reportId });
  expect(testsOf(await late.next("test-updated"))).toEqual(["a failed", "b error"]);
});

test("a client of an earlier process has to load everything again", async () => {
  await using plumb = await createTestApp();
  const { token, address, live, reportId } = await watchedRun(plumb);
  await live.batch([testEvent("a", "running")]);
  using watcher = await connectLive(address, { token });

  for (const received of [{ epoch: "another", number: 0 }, { epoch: 7, number: "x" }, null, "nonsense"])
    expect(await joined(watcher, reportId, received as never)).toMatchObject({ resumed: false });
  expect(watcher.heard).toEqual([]);
});

test("above the limit, only the change is reported", async () => {
  await using plumb = await createTestApp();
  const { token, address, live, reportId } = await watchedRun(plumb);
  using watcher = await connectLive(address, { token });
  const { epoch, number } = await joined(watcher, reportId);
  const titles = Array.from({ length: 300 }, (_, index) => `test ${index}`);
  await live.batch(titles.map((title) => testEvent(title, "passed")));

  const event = (await watcher.next("test-updated")) as RunUpdated;
  expect([event.tests, event.test, event.summary.passed]).toEqual([null, null, 300]);
  using again = await connectLive(address, { token });
  expect(await joined(again, reportId, { epoch, number })).toMatchObject({ resumed: true });
  expect(await again.next("test-updated")).toMatchObject({ tests: null, summary: { passed: 300 } });
});
