import { expect, test } from "vitest";
import { Agent, openAgent } from "#testing/agent.ts";
import { createTestApp } from "#testing/app.ts";

const stack = "Error: no cart\n    at cart.spec.ts:3:1";

test("a launch is a run: nested suites are titles, leaves are tests, items without statistics are steps", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  const started = await agent.startLaunch({
    attributes: [
      { key: "branch", value: "main" },
      { key: "Build", value: "17" },
      { key: "env", value: "staging" },
      { key: "team", value: "shop" },
      { value: "nightly" },
      { key: "agent", value: "@reportportal/agent-js-mocha|5.1.0", system: true },
    ],
    description: "Each night",
  });
  expect(started).toMatchObject({ status: 201, body: { number: 1 } });
  const suite = await agent.item("Cart", { type: "SUITE", codeRef: "tests/cart.spec.ts/Cart" });
  const inner = await agent.item("items", { type: "TEST", parent: suite, codeRef: "tests/cart.spec.ts/Cart/items" });
  const item = await agent.item("adds", {
    parent: inner,
    codeRef: "tests/cart.spec.ts:12",
    attributes: [{ key: "priority", value: "high" }, { value: "smoke" }],
  });
  const step = await agent.item("open", { parent: item, hasStats: false });
  const within = await agent.item("click", { parent: step, hasStats: false });
  await agent.log(within, "clicked", "debug");
  await agent.finish(within, "passed");
  await agent.finish(step, "passed");
  await agent.item("wait", { parent: item, hasStats: false }).then((id) => agent.finish(id, "failed"));
  await agent.log(item, "2 items");
  await agent.log(item, stack, "error");
  await agent.finish(item, "failed", {
    issue: { issueType: "pb001", comment: "known", externalSystemIssues: [{ ticketId: "SHOP-1" }] },
  });
  await agent.finish(inner);
  await agent.finish(suite);
  const { body } = await agent.finishLaunch();

  expect(body).toMatchObject({
    id: agent.launch,
    number: 1,
    link: `http://plumb.test/reports/${(await read.reports())[0]}`,
  });
  expect(await read.report()).toMatchObject({
    status: "failed",
    testSuite: "shop",
    framework: "mocha",
    branch: "main",
    build: "17",
    environment: "staging",
    tags: ["nightly"],
    facts: ["team=shop"],
    metadata: { description: "Each night" },
    summary: { total: 1, failed: 1 },
  });
  expect(await read.result("adds")).toMatchObject({
    file: "tests/cart.spec.ts",
    line: 12,
    titlePath: ["Cart", "items", "adds"],
    tags: ["priority:high", "smoke"],
    annotations: [
      { type: "defect", description: "Product bug: known" },
      { type: "issue", description: "SHOP-1" },
    ],
    attempts: [
      {
        status: "failed",
        errors: [{ message: "Error: no cart", stack }],
        steps: [
          { title: "open", depth: 0, status: "passed" },
          { title: "click", depth: 1, status: "passed" },
          { title: "wait", depth: 0, status: "failed" },
        ],
        stdout: "clicked\n2 items\n",
        stderr: "",
      },
    ],
  });
});

test("a test is visible while it runs, and later events are added", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const suite = await agent.item("Cart", { type: "SUITE" });
  const late = await agent.item("late", { parent: suite });
  expect(await read.list()).toEqual(["late running"]);
  const step = await agent.item("pay", { parent: late, hasStats: false });
  await agent.log(late, "before");
  await agent.finish(step, "failed");
  await agent.finish(late, "failed");
  const plain = await agent.item("plain", { parent: suite });
  await agent.finish(plain, "passed");
  const before = await read.result("late");

  // Clients for Java and Python also send entries in batches.
  const entries = [agent.entry(late, stack, "error"), agent.entry(step, "of the step"), agent.entry(plain, "printed")];
  const { status, body } = await agent.form(entries, []);

  expect(status).toBe(201);
  expect(body.responses).toHaveLength(3);
  const after = await read.result("late");
  expect(after).toMatchObject({ id: before.id, status: "failed", retries: 0, duration: before.duration });
  expect(after.attempts).toMatchObject([
    {
      errors: [{ message: "Error: no cart" }],
      steps: [{ title: "pay", status: "failed" }],
      stdout: "before\nof the step\n",
    },
  ]);
  expect((await read.result("plain")).attempts).toMatchObject([{ status: "passed", stdout: "printed\n" }]);
  expect(await read.report()).toMatchObject({ summary: { total: 2, passed: 1, failed: 1 } });
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "failed", summary: { total: 2, passed: 1, failed: 1 } });
});

test("executions of one test are its attempts, whether they name each other or not", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const suite = await agent.item("Cart", { type: "SUITE" });
  const first = await agent.item("named", { parent: suite });
  await agent.log(first, stack, "error");
  await agent.finish(first, "failed");
  const second = await agent.item("named", { parent: suite, retry: true, retry_of: first });
  await agent.finish(second, "passed");
  for (const status of ["failed", "failed", "passed"])
    await agent.finish(await agent.item("found", { parent: suite, retry: true, codeRef: "a.Cart.found" }), status);
  // TestNG's agent reports repeated executions as skipped when they end.
  const again = await agent.item("called skipped", { parent: suite });
  await agent.log(again, stack, "error");
  await agent.finish(again, "skipped", { retry: true });
  await agent.finish(await agent.item("called skipped", { parent: suite, retry: true }), "passed");
  // Without the `retry` flag, these are two tests of the same name.
  for (const status of ["failed", "passed"]) await agent.finish(await agent.item("twice", { parent: suite }), status);
  await agent.log(first, "said late");
  await agent.finishLaunch();

  expect(await read.report()).toMatchObject({ summary: { total: 5, passed: 4, failed: 1, flaky: 3 } });
  const named = await read.result("named");
  expect(named).toMatchObject({ status: "passed", flaky: true, retries: 1 });
  expect(named.attempts).toMatchObject([
    { status: "failed", errors: [{ message: "Error: no cart" }], stdout: "said late\n" },
    { status: "passed", errors: [] },
  ]);
  expect(await read.result("found")).toMatchObject({ flaky: true, retries: 2, annotations: [{ type: "codeRef" }] });
  expect((await read.result("called skipped")).attempts).toMatchObject([
    { status: "failed", errors: [{ message: "Error: no cart" }] },
    { status: "passed" },
  ]);
});

test("hooks and suites are not tests: their errors fail the run, and their output belongs to it", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const suite = await agent.item("Cart", { type: "SUITE" });
  const hook = await agent.item("prepares", { type: "BEFORE_CLASS", parent: suite });
  await agent.log(hook, "preparing");
  await agent.log(hook, "Error: no database\n    at hooks.ts:1:1", "error");
  await agent.finish(hook, "failed");
  const quiet = await agent.item("cleans", { type: "AFTER_CLASS", parent: suite });
  await agent.finish(quiet, "passed");
  const blocked = await agent.item("adds", { parent: suite });
  await agent.finish(blocked, "skipped", {
    issue: { issueType: "NOT_ISSUE" },
    description: "**Skip reason: no data**",
  });
  await agent.log(suite, "in between");
  await agent.finish(suite, "failed");
  await agent.finish(await agent.item("later", { type: "SUITE" }), "skipped");
  await agent.finish(await agent.item("empty", { type: "SUITE" }), "passed");
  const broken = await agent.item("tests/broken.spec.ts", { type: "SUITE", codeRef: "/tests/broken.spec.ts" });
  await agent.log(broken, "SyntaxError: oops\n    at broken.spec.ts:1:1", "error");
  await agent.finish(broken, "failed");
  await agent.log(undefined, "of the launch");
  await agent.finishLaunch();

  expect(await read.report()).toMatchObject({ status: "failed", summary: { total: 2, skipped: 2 } });
  expect(await read.list()).toEqual(["adds skipped", "later skipped"]);
  expect(await read.result("adds")).toMatchObject({ skipReason: "no data", annotations: [] });
  expect(await read.problems()).toEqual([
    "error Cart › prepares: Error: no database",
    "error tests/broken.spec.ts: SyntaxError: oops",
  ]);
  expect(await read.printed()).toEqual("preparing\nin between\nof the launch\n");
});

const file = (name: string, type: string, content = name) => ({ name, type, content });

test("files are artifacts of their tests, and those of suites and of the launch belong to the run", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const suite = await agent.item("Cart", { type: "SUITE" });
  const item = await agent.item("adds an item", { parent: suite });
  const step = await agent.item("open", { parent: item, hasStats: false });
  const withFile = (of: string | undefined, name: string, message = "") => ({
    ...agent.entry(of, message),
    file: { name },
  });
  await agent.form([withFile(step, "page.png")], [file("page.png", "image/png")]);
  await agent.finish(item, "failed");
  const again = await agent.item("adds an item", { parent: suite, retry: true, retry_of: item });
  const { body } = await agent.form(
    [
      withFile(again, "adds-an-item_trace", "Attachment adds-an-item_trace with type application/zip"),
      withFile(again, "same", "one"),
      withFile(again, "same", "two"),
      withFile(suite, "suite.txt"),
      withFile(undefined, "launch.txt"),
      withFile(again, "empty.txt"),
    ],
    [
      file("adds-an-item_trace", "application/zip"),
      file("same", "text/plain", "1"),
      file("same", "text/plain", "2"),
      file("suite.txt", "application/octet-stream"),
      file("launch.txt", "text/plain"),
      file("empty.txt", "text/plain", ""),
    ],
  );
  await agent.finish(again, "passed");
  await agent.finish(suite);
  await agent.finishLaunch();

  expect(body.responses).toHaveLength(6);
  const { artifacts, attempts } = await read.result("adds an item");
  expect(artifacts.map(({ attempt, name, kind, size }) => [attempt, name, kind, size])).toEqual([
    [0, "page.png", "screenshot", 8],
    [1, "trace", "trace", 18],
    [1, "same", "text", 1],
    [1, "same", "text", 1],
  ]);
  expect(attempts[1]?.stdout).toBe("one\ntwo\n");
  expect(await read.files()).toEqual(["suite.txt text/plain", "launch.txt text/plain"]);
  expect(await read.problems()).toEqual([]);
});

const name = (n: number) => `c0ffee00-0000-4000-8000-00000000001${n}`;

test("calls out of order succeed when their items arrive shortly afterwards", async () => {
  await using plumb = await createTestApp();
  const { key, read } = await openAgent(plumb);
  const agent = new Agent(plumb, key, "/api/v2/shop");
  const launch = "c0ffee00-0000-4000-8000-000000000001";
  agent.launch = launch;
  const responses = await Promise.all([
    agent.finish(name(2), "passed"),
    agent.form([agent.entry(name(2), "said first")], []),
    agent.start("adds", { parent: name(1), uuid: name(2) }),
    agent.start("Cart", { type: "SUITE", uuid: name(1) }),
    agent.send("POST", "/launch", { name: "shop", startTime: agent.now(), uuid: launch }),
  ]);
  await agent.finish(name(1));
  await agent.finishLaunch();

  expect(responses.map(({ status }) => status)).toEqual([200, 201, 201, 201, 201]);
  expect(responses[2]?.body).toMatchObject({ id: name(2) });
  expect(await read.result("adds")).toMatchObject({
    titlePath: ["Cart", "adds"],
    attempts: [{ stdout: "said first\n" }],
  });
  expect(await read.report()).toMatchObject({ status: "completed", problemCount: 0 });
});

test("a retry can end before the attempt it repeats, and together they are one test", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const suite = await agent.item("Cart", { type: "SUITE" });
  for (const title of ["ends late", "never ends"]) {
    const first = await agent.item(title, { parent: suite });
    await agent.finish(await agent.item(title, { parent: suite, retry: true }), "passed");
    expect(await read.result(title)).toMatchObject({ status: "running" });
    if (title === "ends late") await agent.finish(first, "failed");
  }
  expect(await read.result("ends late")).toMatchObject({ status: "passed", flaky: true, retries: 1 });
  await agent.finishLaunch();

  expect(await read.report()).toMatchObject({ summary: { total: 2, passed: 2, flaky: 2 } });
  expect((await read.result("never ends")).attempts).toMatchObject([{ status: "error" }, { status: "passed" }]);
});

test("removes an item shown as a running test once it has children", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const scenario = await agent.item("pays", { type: "STEP" });
  const other = await agent.item("other", { type: "STEP" });
  expect(await read.list()).toEqual(["other running", "pays running"]);
  const input = await agent.item("Given a cart", { parent: scenario });
  expect(await read.list()).toEqual(["Given a cart running", "other running"]);
  await agent.finish(input, "passed");
  await agent.finish(scenario);
  await agent.finish(other, "passed");
  await agent.finishLaunch();

  expect(await read.list()).toEqual(["Given a cart passed", "other passed"]);
  expect(await read.report()).toMatchObject({ status: "completed", summary: { total: 2, passed: 2 } });
  expect(await read.result("Given a cart")).toMatchObject({ titlePath: ["pays", "Given a cart"] });
});
