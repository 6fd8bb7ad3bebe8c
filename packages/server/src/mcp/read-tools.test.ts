import { expect, test } from "vitest";
import { mostTokens } from "./fenced.ts";
import { runJobs } from "#jobs/engine.ts";
import { connectAgent, createAgentKey, numberAfter, startAgents } from "#testing/agents.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";
import { startTicketProject } from "#testing/ticket-project.ts";

const timeout = "TimeoutError: #pay was not visible";

test("a cause has its share of the failures and its owners", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const project = await seedProject(plumb);
  const { token, projectId, key } = project;
  await call(plumb, "PUT", `/api/projects/${projectId}/owner-rules`, {
    token,
    body: { rules: "cart.spec.ts @payments", version: 0 },
  });
  const failing = ["pays", "refunds"].map((name) => ["cart", name, timeout] as const);
  const xml = junit([...failing, ["other", "adds", "AssertionError: expected 2 to be 3"]]);
  await send(plumb, key, { "a.xml": xml.replaceAll('classname="cart"', 'classname="cart" file="cart.spec.ts"') });
  await runJobs(plumb.context);
  await using agent = await connectAgent(address, await createAgentKey(plumb, project, ["read"]));
  const runId = numberAfter((await agent.use("find_runs")).text, "run");
  const { text } = await agent.use("explain_run", { run_id: runId });
  expect(text).toContain("2 causes:");
  // Without a base, no cause is called new.
  expect(text).not.toContain("new");
  expect(text).toMatch(/cause \d+: 2 of 3 failures, .*owner ⟦@payments⟧/);
  expect(text).toMatch(/cause \d+: 1 of 3 failures, .*no owner/);
});

test("a cause is new, back or known by the failures that the comparison counts", async () => {
  await using plumb = await createTestApp();
  const { connect, keyWith, run } = await startAgents(plumb);
  const assertion = "AssertionError: expected 2 to be 3";
  await run("b3", { pays: timeout, adds: assertion });
  await run("b4", { pays: assertion, adds: assertion });
  await using agent = await connect(await keyWith("read"));
  const explained = async (runId: number) => (await agent.use("explain_run", { run_id: runId })).text;
  const latest = numberAfter((await agent.use("find_runs")).text, "run");
  const third = await explained(latest - 1);
  expect(third).toContain("failures: 1 new, 0 back again, 1 still failing");
  expect(third).toMatch(/cause \d+: 1 of 2 failures, [^\n]*1 still failing, [^\n]*not visible/);
  expect(third).toMatch(/cause \d+: 1 of 2 failures, [^\n]*1 new, [^\n]*expected 2/);
  // The test was red for another cause, so its failure is new.
  const fourth = await explained(latest);
  expect(fourth).toContain("failures: 1 new, 0 back again, 1 still failing");
  expect(fourth).toMatch(/cause \d+: 2 of 2 failures, [^\n]*1 new, 1 still failing, /);
});

test("a run is compared with the latest finished run of a branch in its suite and environment", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const project = await seedProject(plumb);
  const run = async (fields: Record<string, string>, error?: string) => {
    plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
    const cases = [error === undefined ? (["cart", "pays"] as const) : (["cart", "pays", error] as const)];
    await send(plumb, project.key, { "a.xml": junit(cases) }, { suite: "api", ...fields });
    await runJobs(plumb.context);
  };
  await run({ branch: "main", build: "1" });
  await run({ branch: "main", build: "2", environment: "other" });
  await run({ branch: "main", build: "3", suite: "other" });
  await run({ branch: "feature", build: "4" }, timeout);
  await using agent = await connectAgent(address, await createAgentKey(plumb, project, ["read"]));
  const head = numberAfter((await agent.use("find_runs", { branch: "feature" })).text, "run");
  const { text } = await agent.use("compare_runs", { head_run_id: head, base: "main" });
  expect(text).toMatch(/^Base: run \d+ \(#1\)/);
  expect(text).toContain("passed → failed (newFailure");
  const none = await agent.use("compare_runs", { head_run_id: head, base: "release" });
  expect(none).toMatchObject({ isError: true, text: expect.stringContaining("no finished run") as string });
  expect(await agent.use("compare_runs", { head_run_id: head })).toMatchObject({ isError: true });
  expect(await agent.use("compare_runs", { head_run_id: head, base: "main", base_run_id: 1 })).toMatchObject({
    isError: true,
  });
});

test("an explained failure names the ticket of its cause, and links its page", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const project = await startTicketProject(plumb);
  await project.run("b1", { pays: timeout });
  await using agent = await connectAgent(address, await createAgentKey(plumb, project, ["read"]));
  const runId = numberAfter((await agent.use("find_runs")).text, "run");
  const explained = await agent.use("explain_run", { run_id: runId });
  const [causeId, failureId] = ["cause", "failure_id"].map((words) => numberAfter(explained.text, words));
  const tickets = [{ groupId: causeId, title: "Payment times out" }];
  await project.api("POST", "/tickets", { bindingId: project.bindingId, tickets });
  await runJobs(plumb.context);
  const { text } = await agent.use("explain_failure", { run_id: runId, failure_id: failureId });
  expect(text).toMatch(/Ticket ⟦.*⟧ ⟦Payment times out⟧: open/);
  expect(text).toContain(`/reports/${runId}?result=${failureId}`);
});

test("an answer about a huge run has at most 2,000 tokens", async () => {
  await using plumb = await createTestApp();
  const errors = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`test ${n}`, `Error${n}: part ${"x".repeat(n)} 失敗 is broken`]),
  );
  const { connect, keyWith, run } = await startAgents(plumb);
  await run("b3", errors);
  await using agent = await connect(await keyWith("read"));
  const runId = numberAfter((await agent.use("find_runs")).text, "run");
  for (const [name, input] of [
    ["find_runs", {}],
    ["explain_run", { run_id: runId }],
    ["compare_runs", { head_run_id: runId, base_run_id: runId - 1 }],
  ] as const) {
    const { text, isError } = await agent.use(name, input);
    expect(isError).toBe(false);
    expect(mostTokens(text)).toBeLessThanOrEqual(2000);
  }
});
