import type { AttemptEvent, ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import type { ListedResult, ResultDetail } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

type How = AttemptEvent["status"] | "timedOut";

function sent(id: string, status: TestEvent["status"], attempts: readonly How[]): ResultEvent[] {
  const events = attempts.map((how, index): AttemptEvent => ({
    kind: "attempt",
    test: id,
    index,
    status: how === "timedOut" ? "failed" : how,
    startedAt: null,
    durationMs: 5,
    errors: how === "timedOut" || how === "failed" ? [{ message: "it broke" }] : [],
    ...(how === "timedOut" && { timedOut: true }),
  }));
  return [...events, testEvent(id, status, { flaky: status === "passed" && attempts.length > 1 })];
}

test("failures that timed out are marked, and can be filtered", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([
    ...sent("slow", "failed", ["failed", "timedOut"]),
    ...sent("broken", "failed", ["timedOut", "failed"]),
    ...sent("wobbly", "passed", ["timedOut", "passed"]),
    ...sent("fine", "passed", ["passed"]),
  ]);
  await live.complete();
  const list = async (query: string) => {
    const path = `/api/reports/${live.run.reportId}/results?${query}`;
    const { body } = await call<{ data: ListedResult[]; total: number }>(plumb, "GET", path, { token });
    expect(body.total).toBe(body.data.length);
    return body.data;
  };
  const titles = async (query: string) => (await list(query)).map(({ titlePath }) => titlePath.at(-1));

  const marked = (await list("")).map(({ titlePath, timedOut }) => [titlePath.at(-1), timedOut]);
  expect(marked).toEqual([
    ["slow", true],
    ["broken", false],
    ["wobbly", false],
    ["fine", false],
  ]);
  expect(await titles("timedOut=true")).toEqual(["slow"]);
  expect(await titles("timedOut=false&status=failed")).toEqual(["broken"]);
  expect(await titles("annotation=plumb:timed-out&timedOut=false")).toEqual([]);

  const [broken] = await list("search=broken");
  const path = `/api/reports/${live.run.reportId}/results/${broken?.id}`;
  const { body } = await call<{ data: ResultDetail }>(plumb, "GET", path, { token });
  expect(body.data.attempts.map(({ timedOut }) => timedOut)).toEqual([true, undefined]);
});

test("a test that never ran has no retries, however often it was skipped", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([
    ...sent("never", "skipped", ["skipped", "skipped"]),
    ...sent("late", "passed", ["skipped", "passed"]),
  ]);
  await live.complete();
  const path = `/api/reports/${live.run.reportId}/results`;
  const { body } = await call<{ data: ListedResult[] }>(plumb, "GET", path, { token });
  expect(body.data.map(({ titlePath, retries }) => [titlePath.at(-1), retries])).toEqual([
    ["late", 1],
    ["never", 0],
  ]);
});
