import { expect, test } from "vitest";
import { Agent, openAgent } from "#testing/agent.ts";
import { call, createTestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";

const uuid = "c0ffee00-0000-4000-8000-000000000000";

test("processes that share the id of a launch are one run, which ends with the last of them", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  const first = { name: "shop", uuid, startTime: 1_000_000_000_000 };
  const second = { ...first, startTime: 1_000_000_000_500 };
  await agent.startLaunch(first);
  await agent.startLaunch(second);
  // Repeats the same call, as after a lost response.
  expect(await agent.startLaunch(second)).toMatchObject({ status: 201, body: { id: uuid, number: 1 } });
  await agent.finish(await agent.item("of the first"), "passed");
  const end = { endTime: agent.now() };
  await agent.send("PUT", `/launch/${uuid}/finish`, end);
  await agent.send("PUT", `/launch/${uuid}/finish`, end);
  expect(await read.report()).toMatchObject({ status: "running" });
  await agent.finish(await agent.item("of the second"), "passed");
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "completed", summary: { total: 2 } });

  // A third process starts the launch after its end.
  await agent.startLaunch({ ...first, startTime: 1_000_000_001_000 });
  await agent.finish(await agent.item("of the third"), "passed");
  await agent.finishLaunch();
  expect(await read.reports()).toHaveLength(1);
  expect(await read.report()).toMatchObject({ status: "completed", summary: { total: 3 } });
});

test.for([{ rerunOf: true }, { rerunOf: false }])(
  "a launch that runs again continues its run: named $rerunOf",
  async ({ rerunOf }) => {
    await using plumb = await createTestApp();
    const { agent, read } = await openAgent(plumb);
    await agent.startLaunch();
    const { launch } = agent;
    const runs = async (statuses: Record<string, string>) => {
      const suite = await agent.item("Cart", { type: "SUITE" });
      for (const [name, status] of Object.entries(statuses)) {
        const item = await agent.item(name, { parent: suite });
        if (status === "failed") await agent.log(item, `Error: ${name}\n    at a.ts:1:1`, "error");
        await agent.finish(item, status);
      }
      await agent.finish(suite);
      return agent.finishLaunch();
    };
    await runs({ adds: "passed", pays: "failed", breaks: "failed" });
    await agent.startLaunch({ rerun: true, ...(rerunOf && { rerunOf: launch }) });
    expect(agent.launch).not.toBe(launch);
    await runs({ pays: "passed", breaks: "failed" });

    expect(await read.reports()).toHaveLength(1);
    expect(await read.report()).toMatchObject({
      status: "failed",
      summary: { total: 3, passed: 2, failed: 1, flaky: 1 },
    });
    expect(await read.result("pays")).toMatchObject({ flaky: true, retries: 1 });
    expect((await read.result("pays")).attempts.map(({ status }) => status)).toEqual(["failed", "passed"]);
    expect(await read.result("breaks")).toMatchObject({ status: "failed", retries: 1 });
  },
);

test("late events of a repeated test are added without counting its attempts twice", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  await agent.finish(await agent.item("pays"), "failed");
  await agent.finishLaunch();
  await agent.startLaunch({ rerun: true, rerunOf: agent.launch });
  const again = await agent.item("pays");
  await agent.finish(again, "passed");
  // Until the run is arranged, the two attempts are two results that take a second each.
  expect(await read.report()).toMatchObject({ summary: { total: 2, failed: 1, passed: 1 } });
  await agent.log(again, "late");
  await agent.finishLaunch();

  const after = await read.result("pays");
  expect(after).toMatchObject({ flaky: true, retries: 1, duration: 2000 });
  expect(after.attempts.map(({ stdout }) => stdout)).toEqual(["", "late\n"]);
});

test("started items are errors if their launch ends, and skipped if it was stopped", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const suite = await agent.item("Cart", { type: "SUITE" });
  const open = await agent.item("never ends", { parent: suite });
  await agent.log(open, "half way");
  await agent.item("a step", { parent: open, hasStats: false });
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "failed", summary: { total: 1, errored: 1 } });
  expect(await read.result("never ends")).toMatchObject({
    errorLine: "It started but never finished",
    attempts: [{ stdout: "half way\n", steps: [{ title: "a step", status: "failed" }] }],
  });

  await agent.startLaunch();
  await agent.finish(await agent.item("passes"), "passed");
  await agent.item("never ends");
  await agent.send("PUT", `/launch/${agent.launch}/stop`, { endTime: agent.now(), status: "stopped" });
  expect(await read.report()).toMatchObject({
    status: "interrupted",
    interruption: "its agent stopped the launch",
    summary: { total: 2, passed: 1, skipped: 1 },
  });
});

test("a launch that its agent marks as failed is not green", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  await agent.finish(await agent.item("passes"), "passed");
  await agent.finishLaunch({ status: "failed", description: "Broken", attributes: [{ value: "late" }] });
  expect(await read.report()).toMatchObject({ status: "failed", tags: ["late"], metadata: { description: "Broken" } });
  expect(await read.problems()).toEqual([
    "error The agent reported the launch as failed, but none of its tests failed.",
  ]);
});

test("merged launches are one report, and the others are deleted", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  const uuids: string[] = [];
  for (const [n, status] of ["passed", "failed", "passed"].entries()) {
    await agent.startLaunch({ name: `part ${n}`, attributes: [{ value: `tag ${n}` }] });
    uuids.push(agent.launch);
    const item = await agent.item("in each");
    await agent.form(
      [{ ...agent.entry(item, "of it"), file: { name: "a.txt" } }],
      [{ name: "a.txt", type: "text/plain", content: "a" }],
    );
    await agent.finish(item, status);
    await agent.finish(await agent.item(`only in ${n}`), "passed");
    await agent.finishLaunch();
  }
  const query = new URLSearchParams({ "filter.in.uuid": uuids.join(","), "page.size": "3" });
  const { body: page } = await agent.send("GET", `/launch?${query.toString()}`);
  const { content } = page as { content: { id: number; uuid: string; status: string }[] };
  expect(content.map(({ status }) => status)).toEqual(["PASSED", "FAILED", "PASSED"]);
  await agent.startLaunch({ name: "still runs" });
  const running = await agent.send("GET", `/launch/uuid/${agent.launch}`);
  const launches = content.map(({ id }) => id);
  expect(
    await agent.send("POST", "/launch/merge", { name: "all", launches: [...launches, Number(running.body.id)] }),
  ).toMatchObject({ status: 406, body: { errorCode: 4063 } });
  await agent.finishLaunch();

  const merged = await agent.send("POST", "/launch/merge", { name: "all", launches, mergeType: "BASIC", endTime: 1 });

  expect(merged).toMatchObject({ status: 200, body: { uuid: uuids[0], name: "part 0", number: 1, status: "FAILED" } });
  const first = (await read.reports()).at(-1) as number;
  expect(await read.reports()).toHaveLength(2);
  expect(await read.of(first).report()).toMatchObject({
    testSuite: "all",
    status: "failed",
    tags: ["tag 0", "tag 1", "tag 2"],
    summary: { total: 6, passed: 5, failed: 1 },
  });
  expect(await read.of(first).list()).toEqual([
    "in each failed",
    "in each passed",
    "in each passed",
    "only in 0 passed",
    "only in 1 passed",
    "only in 2 passed",
  ]);
  expect((await read.of(first).result("in each")).artifacts).toHaveLength(1);
  const lost =
    "select 1 from upload u where not exists (select from run r where r.project_id = u.project_id and r.id = u.run_id)";
  expect(await readRows(plumb.database.db, lost)).toEqual([]);
  // The launches are still found by their ids.
  expect(await agent.send("GET", `/launch/uuid/${uuids[2]}`)).toMatchObject({ status: 200, body: { number: 1 } });
});

test("agents' queries are answered in ReportPortal's format", async () => {
  await using plumb = await createTestApp();
  const { agent, token, projectId } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("adds", { codeRef: "a.Cart.adds" });
  const both = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "Both", scopes: ["ingest", "read"] },
  });
  const reader = new Agent(plumb, both.body.data.key);
  const got = async (path: string) => (await reader.send("GET", path)).body;

  expect(await got(`/launch/uuid/${agent.launch}`)).toMatchObject({
    uuid: agent.launch,
    name: "shop",
    status: "IN_PROGRESS",
  });
  expect(await got("/launch?page.page=1&page.size=1")).toMatchObject({ page: { totalElements: 1 } });
  expect(await got("/launch/mode?filter.eq.name=other")).toMatchObject({ content: [] });
  expect(await got(`/item/uuid/${item}`)).toMatchObject({
    uuid: item,
    name: "adds",
    type: "STEP",
    status: "IN_PROGRESS",
  });
  const { id } = (await got(`/item/uuid/${item}`)) as { id: unknown };
  await agent.finish(item, "passed");
  expect(
    await agent.send("PUT", `/item/${String(id)}/update`, { description: "more", status: "failed" }),
  ).toMatchObject({ status: 200 });
  expect(await got(`/item/${String(id)}`)).toMatchObject({ description: "more", status: "FAILED" });
  expect(await got("/settings")).toMatchObject({
    project: projectId,
    subTypes: { PRODUCT_BUG: [{ locator: "pb001" }] },
  });
  const open = async (url: string) => (await plumb.app.inject({ method: "GET", url })).json<object>();
  expect(await open("/api/info")).toMatchObject({ build: { name: "Plumb" } });
  expect(await open("/health")).toEqual({ status: "UP" });
});

test("a call repeated after its process died starts nothing twice: tests, steps and hooks", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const again = async (name: string, change: { parent?: string } & Record<string, unknown>) => {
    const call = { ...change, startTime: agent.now() };
    const item = await agent.item(name, call);
    await runStatement(plumb.context.db, "update reportportal_item set writer = 0");
    expect(await agent.item(name, call)).toBe(item);
    return item;
  };
  const suite = await again("Cart", { type: "SUITE" });
  const hook = await again("before", { type: "BEFORE_SUITE", parent: suite });
  await agent.finish(hook, "passed");
  const item = await again("pays", { parent: suite });
  const step = await again("step", { parent: item, hasStats: false });
  const inner = await again("inner", { parent: step, hasStats: false });
  for (const id of [inner, step, item]) await agent.finish(id, "passed");
  await agent.finish(suite);
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "completed", summary: { total: 1, passed: 1 } });
  expect(await readRows(plumb.context.db, "select 1 from problem")).toEqual([]);
});
