import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

test("an uploaded JUnit file becomes a report with right counters", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);

  const sent = await send(
    plumb,
    key,
    {
      "report.xml": junit([
        ["cart", "adds"],
        ["cart", "removes", "boom"],
      ]),
    },
    { suite: "web", branch: "main" },
  );

  expect(sent.status).toBe(200);
  expect(sent.body.data).toMatchObject({
    number: 1,
    suite: "web",
    status: "failed",
    total: 2,
    passed: 1,
    failed: 1,
    errored: 0,
    skipped: 0,
    flaky: 0,
  });
  expect(sent.body.data.url).toBe(`http://plumb.test/reports/${sent.body.data.reportId}`);
  expect(sent.body.files).toEqual([
    expect.objectContaining({ name: "report.xml", verdict: "imported", format: "junit", tests: 2 }),
  ]);
  const list = await call<{ data: unknown[] }>(plumb, "GET", `/api/reports/${sent.body.data.reportId}/results`, {
    token,
  });
  expect(list.body.data).toMatchObject([
    { titlePath: ["all", "cart", "removes"], status: "failed", errorLine: "boom" },
    { titlePath: ["all", "cart", "adds"], status: "passed" },
  ]);
});
