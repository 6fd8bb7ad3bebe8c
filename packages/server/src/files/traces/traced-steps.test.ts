import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { zipOf } from "#testing/archives.ts";
import { playwright } from "#testing/reports.ts";

const lines = (...events: object[]) => events.map((event) => JSON.stringify(event)).join("\n");
const recorded = lines(
  { version: 10, type: "context-options", origin: "testRunner" },
  { type: "before", callId: "1", startTime: 0, class: "Test", method: "hook", title: "Before Hooks", stack: [] },
  { type: "after", callId: "1", endTime: 40 },
  {
    type: "before",
    callId: "2",
    startTime: 50,
    class: "Test",
    method: "pw:api",
    title: "Click",
    subtitle: "#pay",
    stack: [{ file: "/ci/shop/tests/cart.spec.ts", line: 9, column: 3 }],
  },
  { type: "after", callId: "2", endTime: 350, error: { message: "Timeout" }, attachments: [{ name: "screenshot" }] },
);
const trace = (content: string) => zipOf({ "trace.trace": "{}", "test.trace": content });
const attachments = [{ name: "trace", contentType: "application/zip", path: "/ci/out/trace.zip" }];

async function opened(plumb: TestApp, files: Readonly<Record<string, string | Buffer>>): Promise<ResultDetail> {
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    { title: "pays", attempts: ["passed", "failed"], steps: ["pays"], screenshot: "/ci/out/shot.png", attachments },
  ]);
  const { reportId } = (await send(plumb, key, { "results.json": report, ...files })).body.data;
  const { body } = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const path = `/api/reports/${reportId}/results/${body.data[0]?.id}`;
  await call(plumb, "GET", path, { token });
  // The second request is answered from the cache.
  return (await call<{ data: ResultDetail }>(plumb, "GET", path, { token })).body.data;
}

test("a test of a JSON report has the steps of its trace, in the traced attempt", async () => {
  await using plumb = await createTestApp();
  const { attempts, artifacts, steps } = await opened(plumb, {
    "out/trace.zip": await trace(recorded),
    "out/shot.png": "png",
  });

  expect(attempts[0]?.steps).toMatchObject([{ title: "pays" }]);
  expect(attempts[1]?.steps).toMatchObject([
    { title: "Before Hooks", category: "hook", duration: 40 },
    { title: "Click #pay", status: "failed", error: "Timeout", file: "cart.spec.ts", line: 9, duration: 300 },
  ]);
  expect(steps).toHaveLength(2);
  expect(artifacts.map(({ name, step }) => [name, step])).toEqual([
    ["screenshot", 1],
    ["trace", undefined],
  ]);
});

test("keeps a trace of a test without a page, which contains only the test's own part", async () => {
  await using plumb = await createTestApp();
  const { attempts, artifacts } = await opened(plumb, { "out/trace.zip": await zipOf({ "test.trace": recorded }) });
  expect(attempts[1]?.steps).toMatchObject([{ title: "Before Hooks" }, { title: "Click #pay" }]);
  expect(artifacts.find(({ name }) => name === "trace")?.size).toBeGreaterThan(0);
});

test.for([
  ["tells of no steps", () => trace(lines({ version: 10, type: "context-options" }))],
  ["was recorded without the test's own part", () => zipOf({ "trace.trace": "{}" })],
  ["is larger than anybody reads", () => trace(`${recorded}\n${" ".repeat(9_000_000)}`)],
  ["is cut off", async () => (await trace(recorded)).subarray(0, -40)],
] as const)("a trace that %s leaves the steps of the report", async ([, make]) => {
  await using plumb = await createTestApp();
  const { attempts } = await opened(plumb, { "out/trace.zip": await make() });
  expect(attempts[1]?.steps).toMatchObject([{ title: "pays" }]);
});
