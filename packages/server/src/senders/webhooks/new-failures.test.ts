import { type NewFailures, WebhookBody } from "@plumb/contract/integrations/webhooks.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { type FakeService, startFakeService } from "#testing/fake-service.ts";
import { junit, playwright } from "#testing/reports.ts";

/** Creates a project with a webhook for new failures; `report` uploads and returns the delivery. */
async function createListener(plumb: TestApp, far: FakeService) {
  const { token, projectId, key } = await seedProject(plumb);
  const body = { url: far.url, events: ["failure.new"] };
  await call(plumb, "POST", `/api/projects/${projectId}/webhooks`, { token, body });
  const received = async () => {
    await runJobs(plumb.context);
    return far.received.splice(0).map((request) => WebhookBody.parse(JSON.parse(request.body)).newFailures);
  };
  const upload = async (build: string, report: string, query: Record<string, string> = {}) => {
    plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
    const { body } = await send(plumb, key, { "a.xml": report }, { build, suite: "api", ...query });
    return body.data;
  };
  return {
    received,
    upload,
    report: async (build: string, failing: readonly string[], query: Record<string, string> = {}) => {
      const names = ["adds", "removes", "pays"];
      const cases = names.map((name) =>
        failing.includes(name) ? (["cart", name, `${name} broke`] as const) : (["cart", name] as const),
      );
      await upload(build, junit(cases), query);
      return received();
    },
  };
}

const shard = (title: string, current: number) =>
  playwright([{ title, attempts: ["failed"] }], { shard: { current, total: 2 } });

const titles = (sent: readonly (NewFailures | undefined)[]) =>
  sent.map((failures) => failures?.tests.map(({ titlePath }) => titlePath.at(-1)));

test("newly failed tests are delivered, with the compared run", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report } = await createListener(plumb, far);
  const first = await report("b1", ["adds"]);
  expect(first).toEqual([
    {
      count: 1,
      tests: [
        {
          id: expect.any(Number) as number,
          occurrence: 1,
          file: null,
          titlePath: ["all", "cart", "adds"],
          status: "failed",
          state: "new",
          changedCause: false,
          error: "adds broke",
        },
      ],
      leftOut: 0,
      comparedWith: null,
    },
  ]);
  expect(await report("b2", ["adds"])).toEqual([]);
  const third = await report("b3", ["adds", "pays"]);
  expect(titles(third)).toEqual([["pays"]]);
  expect(third[0]?.comparedWith).toMatchObject({ number: 2 });
  expect(await report("b4", [])).toEqual([]);
  expect(titles(await report("b5", ["adds"]))).toEqual([["adds"]]);
});

const rows = (failed: readonly boolean[]) =>
  junit(failed.map((fails) => (fails ? ["cart", "adds", "broke"] : ["cart", "adds"])));

test("rows with the same name are delivered separately, and returned ones as back", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { received, upload } = await createListener(plumb, far);
  await upload("b1", rows([true, false, true]));
  await upload("b2", rows([false, false, true]));
  await received();
  await upload("b3", rows([true, true, true]));
  const [sent] = await received();
  expect(sent?.count).toBe(2);
  expect(sent?.tests.map(({ occurrence, state }) => [occurrence, state])).toEqual([
    [1, "back"],
    [2, "new"],
  ]);
});

test("runs of another suite or environment do not count as the previous run", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report } = await createListener(plumb, far);
  await report("b1", ["adds"]);
  expect((await report("b2", ["adds"], { environment: "staging" }))[0]?.comparedWith).toBeNull();
  expect((await report("b3", ["adds"], { suite: "other" }))[0]?.comparedWith).toBeNull();
  expect(await report("b4", ["adds"])).toEqual([]);
});

test("each failure is delivered once per run, for any number of its reports", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { report } = await createListener(plumb, far);
  await report("b1", []);
  expect(titles(await report("b2", ["adds"]))).toEqual([["adds"]]);
  // The CI job ran again: one failure is known, the other one is new.
  expect(titles(await report("b2", ["adds", "pays"]))).toEqual([["pays"]]);
});

test("failures of all shards are delivered with the last one", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { upload, received } = await createListener(plumb, far);
  const startedAt = plumb.time.now.toISOString();
  await upload("b1", shard("adds", 1), { startedAt });
  expect(await received()).toEqual([]);
  await upload("b1", shard("pays", 2), { startedAt });
  expect(titles(await received())).toEqual([["adds", "pays"]]);
});

test("a silent run is delivered when it times out", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { upload, received } = await createListener(plumb, far);
  await upload("b1", shard("adds", 1), { startedAt: plumb.time.now.toISOString() });
  await interruptSilent(plumb.context, new Date(Date.now() + 60_000), AbortSignal.timeout(60_000));
  expect(titles(await received())).toEqual([["adds"]]);
});

test("lists the first 25 of many new failures, and counts all of them", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { upload, received } = await createListener(plumb, far);
  const names = Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(400)}`);
  await upload("b1", junit(names.map((name) => ["cart", name, "broke"])));
  const [failures] = await received();
  expect(failures?.count).toBe(40);
  expect(failures?.tests).toHaveLength(25);
  expect(failures?.tests.every(({ titlePath }) => titlePath.every((title) => title.length <= 300))).toBe(true);
});

/** Returns a report in which two tests fail with these errors, or the second passes. */
function failures(adds: string, pays?: string): string {
  return junit([["cart", "adds", adds], pays === undefined ? ["cart", "pays"] : ["cart", "pays", pays]]);
}

test("a new cause in a test that is already red is delivered once, after the failures are grouped", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { upload, received } = await createListener(plumb, far);
  await upload("b1", failures("Error: payment gateway answered 503"));
  expect(await received()).toMatchObject([{ count: 1, tests: [{ changedCause: false }] }]);
  await upload("b2", failures("Error: payment gateway answered 503"));
  expect(await received()).toEqual([]);
  await upload("b3", failures("ReferenceError: applyVoucher is not defined", "TypeError: price is null"));
  const [tests, causes, ...rest] = await received();
  expect(rest).toEqual([]);
  expect(tests).toMatchObject({ count: 1, tests: [{ titlePath: ["all", "cart", "pays"], changedCause: false }] });
  expect(causes).toMatchObject({
    count: 1,
    tests: [{ titlePath: ["all", "cart", "adds"], state: "new", changedCause: true }],
    comparedWith: { number: 2 },
  });
  // Another part of the build, and a second collection, repeat nothing.
  await upload("b3", junit([["cart", "removes"]]));
  expect(await received()).toEqual([]);
});
