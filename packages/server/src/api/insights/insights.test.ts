import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

test.for(["analyze", "analyze/background"])("%s says that nothing is set up, and makes no analysis", async (path) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const red = junit([
    ["cart", "adds", "boom"],
    ["cart", "pays"],
  ]);
  const { reportId } = (await send(plumb, key, { "report.xml": red })).body.data;
  const answer = await call(plumb, "POST", `/api/ai/reports/${reportId}/${path}`, { token });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      success: false,
      code: "conflict",
      error: expect.stringContaining("This server has no failure analysis set up yet") as string,
    },
  });
  const analysis = await call(plumb, "GET", `/api/ai/reports/${reportId}/analysis`, { token });
  expect(analysis).toEqual({ status: 200, body: { success: true, data: null, failures: 1 } });
});

test("where nothing failed there is nothing to analyze", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) })).body.data;
  const answer = await call(plumb, "POST", `/api/ai/reports/${reportId}/analyze`, { token });
  expect(answer.body).toMatchObject({ error: "No test in this report failed, so there is nothing to analyze." });
  expect((await call(plumb, "GET", "/api/ai/reports/999999/analysis", { token })).status).toBe(404);
});
