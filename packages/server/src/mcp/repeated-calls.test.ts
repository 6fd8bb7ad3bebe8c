import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { expect, test } from "vitest";
import { createAgentKey, numberAfter, startAgents } from "#testing/agents.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";

async function start(plumb: TestApp) {
  const started = await startAgents(plumb);
  const { token, projectId, connect, keyWith } = started;
  const agent = await connect(await keyWith("read", "triage"));
  const runId = numberAfter((await agent.use("find_runs", { state: "failed" })).text, "run");
  const { text } = await agent.use("explain_run", { run_id: runId });
  const items = async () => {
    const path = `/api/annotations/projects/${projectId}/annotations?limit=100`;
    const { body } = await call<{ data: { annotations: Annotation[] } }>(plumb, "GET", path, { token });
    return body.data.annotations;
  };
  const audited = async () => {
    const { body } = await call<{ data: unknown[] }>(plumb, "GET", `/api/audit?projectId=${projectId}&limit=100`, {
      token,
    });
    return body.data.length;
  };
  return {
    ...started,
    agent,
    items,
    audited,
    runId,
    causeId: numberAfter(text, "\ncause"),
    failureId: numberAfter(text, "failure_id"),
  };
}

test("an agent that repeats each call changes nothing the second time", async () => {
  await using plumb = await createTestApp();
  const { agent, items, audited, runId, causeId, failureId } = await start(plumb);
  const about = { title: "Pay button hidden", message: "Since b2" };
  const writes = [
    ["create_analysis_item", { ...about, cause_id: causeId }],
    ["create_analysis_item", { ...about, failure_id: failureId }],
    ["create_analysis_item", { ...about, run_id: runId }],
    ["create_analysis_item", about],
    ["propose_class", { cause_id: causeId, class: "Environment Issue", reason: "DNS" }],
  ] as const;
  const ids: number[] = [];
  for (const [name, input] of writes) {
    const id = numberAfter((await agent.use(name, input)).text, "item");
    expect((await agent.use(name, input)).text).toMatch(new RegExp(`item ${id}\\b`));
    ids.push(id);
  }
  expect(new Set(ids).size).toBe(5);
  expect(await items()).toHaveLength(5);
  const [first = 0, second = 0] = ids;
  for (const input of [
    { item_id: first, status: "in_progress", comment: "Looking" },
    { item_id: second, comment: "Hm" },
  ]) {
    await agent.use("update_analysis_item", input);
    const before = [await items(), await audited()];
    expect(await agent.use("update_analysis_item", input)).toMatchObject({ isError: false });
    expect([await items(), await audited()]).toEqual(before);
  }
});

test("calls that arrive together create one item", async () => {
  await using plumb = await createTestApp();
  const { agent, items, causeId } = await start(plumb);
  const item = { title: "Pay button hidden", message: "Since b2", cause_id: causeId };
  const responses = await Promise.all([1, 2, 3].map(() => agent.use("create_analysis_item", item)));
  expect(new Set(responses.map(({ text }) => numberAfter(text, "item"))).size).toBe(1);
  expect(await items()).toHaveLength(1);
});

test("another agent, and the same one after the item was closed, create a new item", async () => {
  await using plumb = await createTestApp();
  const { agent, items, causeId, connect, token, projectId } = await start(plumb);
  const item = { title: "Pay button hidden", message: "Since b2", cause_id: causeId };
  const id = numberAfter((await agent.use("create_analysis_item", item)).text, "item");
  await using other = await connect(await createAgentKey(plumb, { token, projectId }, ["read", "triage"]));
  expect(numberAfter((await other.use("create_analysis_item", item)).text, "item")).not.toBe(id);
  await agent.use("update_analysis_item", { item_id: id, status: "closed", comment: "Done" });
  await agent.use("create_analysis_item", item);
  expect(await items()).toHaveLength(3);
});

test("the open items of a cause are listed", async () => {
  await using plumb = await createTestApp();
  const { agent, runId, causeId, failureId } = await start(plumb);
  const item = { title: "Pay button hidden", message: "Since b2", cause_id: causeId };
  const id = numberAfter((await agent.use("create_analysis_item", item)).text, "item");
  await agent.use("propose_class", { cause_id: causeId, class: "Environment Issue", reason: "DNS" });
  const expected = `Analysis item ${id} ⟦Pay button hidden⟧: open, by the agent ⟦coding agent⟧`;
  const read = async () => [
    (await agent.use("explain_run", { run_id: runId })).text,
    (await agent.use("explain_failure", { run_id: runId, failure_id: failureId })).text,
  ];
  for (const text of await read()) {
    expect(text).toContain(expected);
    expect(text).toContain("open, proposes Environment Issue, by");
  }
  await agent.use("update_analysis_item", { item_id: id, status: "resolved", comment: "Fixed" });
  for (const text of await read()) expect(text).not.toContain(expected);
});
