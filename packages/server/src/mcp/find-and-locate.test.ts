import { expect, test } from "vitest";
import { mostTokens } from "./fenced.ts";
import { runJobs } from "#jobs/engine.ts";
import { connectAgent, createAgentKey, numberAfter, startAgents } from "#testing/agents.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";

const stack = `TimeoutError: #pay was not visible
    at toBeVisible (/ci/builds/shop/node_modules/expect/index.js:9:1)
    at pay (/ci/builds/shop/tests/accounts.ts:41:7)
    at /ci/builds/shop/tests/cart.spec.ts:12:5`;

/** Returns a report of the test `cart › pays` in `tests/cart.spec.ts`. */
function report(failure?: string): string {
  const body = failure === undefined ? "" : `<failure message="#pay was not visible"><![CDATA[${failure}]]></failure>`;
  return `<testsuites><testsuite name="all"><testcase classname="cart" name="pays" file="tests/cart.spec.ts" line="3" time="1">${body}</testcase></testsuite></testsuites>`;
}

async function start(plumb: TestApp) {
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const project = await seedProject(plumb);
  const run = async (fields: Record<string, string>, failure?: string) => {
    plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
    await send(plumb, project.key, { "a.xml": report(failure) }, { suite: "api", ...fields });
    await runJobs(plumb.context);
  };
  const agent = await connectAgent(address, await createAgentKey(plumb, project, ["read"]));
  return { run, agent };
}

test("an agent that knows only the pull request finds file, line, stack and history of its failure", async () => {
  await using plumb = await createTestApp();
  const { run, agent: connected } = await start(plumb);
  await using agent = connected;
  await run({ branch: "main", build: "1", commit: "a".repeat(40) });
  await run({ branch: "feature/pay", build: "2", commit: "b".repeat(40), pullRequest: "12" }, stack);
  await run({ branch: "feature/other", build: "3", commit: "c".repeat(40), pullRequest: "13" });
  // Some models send numbers.
  const runs = await agent.use("find_runs", { pull_request: 12 });
  expect(runs.text).toContain("commit ⟦bbbbbbbbbb⟧, pull request ⟦12⟧");
  expect(runs.text.split("\n")).toHaveLength(1);
  const runId = numberAfter(runs.text, "run");
  const explained = await agent.use("explain_run", { run_id: runId });
  expect(explained.text).toMatch(
    /one failure: failure_id \d+ in run \d+, test \d+ ⟦.*pays⟧ at ⟦tests\/cart\.spec\.ts:12:5⟧/,
  );
  expect(explained.text).toContain("stack: ⟦at pay (/ci/builds/shop/tests/accounts.ts:41:7)⟧ ⟦at /ci");
  const failureId = numberAfter(explained.text, "failure_id");
  const failure = await agent.use("explain_failure", { run_id: runId, failure_id: failureId });
  expect(failure.text).toMatch(/Failed test \d+ ⟦.*pays⟧ at ⟦tests\/cart\.spec\.ts:12:5⟧/);
  expect(failure.text).toMatch(/stack: ⟦at pay .*⟧ ⟦at \/ci.*spec\.ts:12:5⟧ ⟦at toBeVisible .*⟧/);
  const history = await agent.use("test_history", { test_id: numberAfter(failure.text, "Failed test") });
  expect(history.text).toContain("at ⟦tests/cart.spec.ts:12:5⟧ is ");
  expect(history.text).toContain(`failed, failure_id ${failureId} on ⟦feature/pay⟧`);
  const compared = await agent.use("compare_runs", { head_run_id: runId, base: "main" });
  expect(compared.text).toMatch(/test \d+ ⟦.*pays⟧ at ⟦tests\/cart\.spec\.ts:12:5⟧: passed → failed/);
});

test("runs are found by commit, branch and suite", async () => {
  await using plumb = await createTestApp();
  const { run, agent: connected } = await start(plumb);
  await using agent = connected;
  await run({ branch: "main", build: "1", commit: "abcdef1234567890".padEnd(40, "0") });
  await run({ branch: "main", build: "2", commit: "abcdef1" });
  await run({ branch: "main", build: "3", commit: "b".repeat(40), suite: "e2e" });
  const count = async (input: Record<string, unknown>) => (await agent.use("find_runs", input)).text.split("\n").length;
  expect(await count({})).toBe(3);
  expect(await count({ commit: "ABCDEF1" })).toBe(2);
  // A run with an abbreviated commit is that of the full one.
  expect(await count({ commit: "abcdef1234567890".padEnd(40, "0") })).toBe(2);
  expect(await count({ branch: "main", suite: "e2e" })).toBe(1);
  expect((await agent.use("find_runs", { pull_request: "99" })).text).toBe("No run matches.");
  expect(await count({ query: "branch:main" })).toBe(await count({ branch: "main" }));
  expect((await agent.use("find_runs", { query: "-branch:main suite:nobody" })).text).toBe("No run matches.");
  expect(await agent.use("find_runs", { query: "brunch:main" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Did you mean branch?") as string,
  });
  expect((await agent.use("flaky_tests", { query: "-owner:@ana pays" })).text).toBe("There are no flaky tests.");
  expect(await agent.use("find_runs", { commit: "main" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("hexadecimal") as string,
  });
});

test("a cause that stopped for some runs without a known change is not said to have ended", async () => {
  await using plumb = await createTestApp();
  const { run, agent: connected } = await start(plumb);
  await using agent = connected;
  for (const [index, failure] of [undefined, stack, undefined, undefined, undefined, stack].entries())
    await run({ branch: "main", build: `${index}`, commit: `${index}`.repeat(40) }, failure);
  const runId = numberAfter((await agent.use("find_runs")).text, "run");
  const explained = await agent.use("explain_run", { run_id: runId });
  const failureId = numberAfter(explained.text, "failure_id");
  const { text } = await agent.use("explain_failure", { run_id: runId, failure_id: failureId });
  expect(text).toContain("Changed since then: ⟦Commit: 4444444 → 5555555⟧");
  expect(text).not.toMatch(/Ended before|unknown commits/);
});

/** Follows the cursors of a list, and returns what the expression finds on each page. */
async function readAll(agent: Awaited<ReturnType<typeof connectAgent>>, name: string, input: object, entry: RegExp) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { text, isError } = await agent.use(name, { ...input, ...(cursor !== undefined && { cursor }) });
    expect({ isError, text }).toMatchObject({ isError: false });
    expect(mostTokens(text)).toBeLessThanOrEqual(2000);
    pages.push([...text.matchAll(entry)].map(([, id]) => id ?? ""));
    cursor = /with cursor "([^"]+)"/.exec(text)?.[1];
  } while (cursor !== undefined && pages.length < 60);
  return pages;
}

test("lists continue with their cursor until each entry was listed once", async () => {
  await using plumb = await createTestApp();
  const { run, connect, keyWith } = await startAgents(plumb);
  const words = [
    "alpha",
    "bravo",
    "charlie",
    "delta",
    "echo",
    "foxtrot",
    "golf",
    "hotel",
    "india",
    "juliet",
    "kilo",
    "lima",
  ];
  const errors = Object.fromEntries(
    words.flatMap((one) =>
      words.slice(0, 2).map((other) => [`${one} ${other}`, `${one}Error: ${other} 失敗 ${one} ${other} failed`]),
    ),
  );
  for (let n = 3; n < 8; n += 1) await run(`b${n} ${"ビルド".repeat(20)}`, errors);
  await using agent = await connect(await keyWith("read"));
  const runId = numberAfter((await agent.use("find_runs")).text, "run");
  const causes = await readAll(agent, "explain_run", { run_id: runId }, /^cause (\d+)/gm);
  expect(causes.length).toBeGreaterThan(1);
  const { text } = await agent.use("explain_run", { run_id: runId });
  expect(new Set(causes.flat()).size).toBe(numberAfter(`causes ${/(\d+) causes:/.exec(text)?.[1]}`, "causes"));
  expect(causes.flat()).toHaveLength(new Set(causes.flat()).size);
  const compared = await readAll(
    agent,
    "compare_runs",
    { head_run_id: runId, base_run_id: runId - 4 },
    /^test (\d+)/gm,
  );
  expect(compared.length).toBeGreaterThan(1);
  expect(compared.flat()).toHaveLength(new Set(compared.flat()).size);
  const runs = await readAll(agent, "find_runs", { limit: 2 }, /^run (\d+)/gm);
  expect(runs.map((page) => page.length)).toEqual([2, 2, 2, 1]);
  expect(new Set(runs.flat()).size).toBe(7);
  const [testId] = compared.flat();
  const history = await readAll(agent, "test_history", { test_id: Number(testId), limit: 2 }, / run (\d+)/g);
  expect(history.flat()).toHaveLength(5);
  expect(history.length).toBe(3);
});

test("a wrong cursor is an error", async () => {
  await using plumb = await createTestApp();
  const { connect, keyWith } = await startAgents(plumb);
  await using agent = await connect(await keyWith("read"));
  const runId = numberAfter((await agent.use("find_runs")).text, "run");
  for (const [name, input] of [
    ["find_runs", {}],
    ["explain_run", { run_id: runId }],
    ["flaky_tests", {}],
    ["compare_runs", { head_run_id: runId, base_run_id: runId - 1 }],
  ] as const)
    expect(await agent.use(name, { ...input, cursor: "next" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/cursor/i) as string,
    });
});
