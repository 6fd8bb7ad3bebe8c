import { expect, type WebSocketRoute } from "@playwright/test";
import { ownProject, signedIn, test, uploadReport } from "./product.ts";
import { shardReport } from "./report-files.ts";

test("a running report updates live, except for rows that the user is reading", async ({ page, seeded }) => {
  const send = (current: number, count: number) =>
    uploadReport(
      seeded,
      { filename: `shard-${current}.json`, suite: "sharded", build: "build-1" },
      shardReport({ current, total: 4 }, current * 100, count),
    );
  const reportId = await send(1, 20);
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  const tests = page.getByRole("list", { name: "Tests" });
  // Only visible rows exist in the page, so the total is read from an attribute.
  const listOf = (count: number) => tests.locator(`[aria-setsize="${count}"]`).first();
  await expect(page.getByRole("link", { name: "All 20" })).toBeVisible();

  await test.step("at the top with nothing open, rows update automatically", async () => {
    await send(2, 5);
    await expect(page.getByRole("link", { name: "All 25" })).toBeVisible();
    await expect(listOf(25)).toBeVisible();
  });

  await test.step("with a row open, the counters update and new rows wait", async () => {
    await tests.getByRole("button").first().click();
    await expect(page).toHaveURL(/result=/);
    await send(3, 7);
    await expect(page.getByRole("link", { name: "All 32" })).toBeVisible();
    const waiting = page.getByRole("button", { name: "7 new results" });
    await expect(waiting).toBeVisible();
    await expect(listOf(25)).toBeVisible();
    // The button must not cover the controls above the list.
    const tools = await page.getByLabel("Browser", { exact: true }).boundingBox();
    expect((await waiting.boundingBox())?.y ?? 0).toBeGreaterThan((tools?.y ?? 0) + (tools?.height ?? 0));
    await waiting.click();
    await expect(listOf(32)).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await expect(tests.getByRole("button", { expanded: true })).toBeVisible();
  });

  await test.step("the end of the run is offered, and appears automatically when nothing is open", async () => {
    await send(4, 3);
    await expect(page.getByRole("button", { name: "Show the final results" })).toBeVisible();
    await tests.getByRole("button", { expanded: true }).click();
    await page.locator("body").click({ position: { x: 700, y: 5 } });
    await expect(listOf(35)).toBeVisible();
    await expect(page.getByRole("button", { name: "Show the final results" })).toHaveCount(0);
  });
});

test("the end of a run that is reported without a status completes the report", async ({ page, seeded }) => {
  const content = shardReport({ current: 1, total: 2 }, 0, 3);
  const project = await ownProject(page, seeded, "Bare events");
  const reportId = await uploadReport(project, { filename: "1.json", suite: "bare", build: "1" }, content);
  const opened = Promise.withResolvers<WebSocketRoute>();
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((message) => {
      socket.send(message);
      // The response to joining the room of the report.
      if (message.toString().startsWith("43")) opened.resolve(socket);
    });
  });
  // The server still reports the run as running.
  const summary = { total: 9, passed: 9, failed: 0, skipped: 0, duration: 1000, passRate: 100 };
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  await expect(page.getByRole("link", { name: "All 3" })).toBeVisible();
  (await opened.promise).send(`42${JSON.stringify(["test-execution-completed", { reportId, summary }])}`);
  await expect(page.getByText("bare #1 finished: completed")).toBeVisible();
  await expect(page.getByRole("heading", { name: /bare/ })).toBeVisible();
});
