import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { readTable, readTerms } from "../packages/web/src/testing/read-screen.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { workersReport } from "./report-files.ts";

let reportId = 0;
let greenId = 0;

test.beforeAll(async ({ seeded }) => {
  const upload = (filename: string, content: string) =>
    uploadReport(seeded, { filename, suite: filename, environment: "staging" }, content);
  reportId = await upload(
    "red.json",
    workersReport([
      {
        title: "pays by card",
        runs: [
          { worker: 0, start: 0, seconds: 12, failed: true },
          { worker: 2, start: 13, seconds: 9, failed: true },
        ],
      },
      { title: "pays by voucher", runs: [{ worker: 1, start: 0, seconds: 6, failed: true }] },
      ...Array.from({ length: 8 }, (_, index) => ({
        title: `browses page ${index}`,
        runs: [{ worker: 1, start: 6 + index, seconds: 0.5 + index / 10, failed: false }],
      })),
    ]),
  );
  greenId = await upload(
    "green.json",
    workersReport([{ title: "browses", runs: [{ worker: 0, start: 0, seconds: 1, failed: false }] }]),
  );
});

async function openReport(page: Page, id: number, search = ""): Promise<void> {
  await page.goto(`/reports/${id}${search}`);
}

test("the metrics compare the slowest tests, keep the choice in the URL, and link to their tests", async ({
  page,
  seeded,
}) => {
  await signedIn(page, seeded);
  await openReport(page, reportId);
  await page.getByRole("tab", { name: "Metrics" }).click();
  await expect(page.getByRole("heading", { name: "Test Duration (Top 3)" })).toBeVisible();
  await expect.poll(() => readTerms(page.locator("dl"))).toMatchObject({ "Total Tests": "10" });
  await page.getByRole("radiogroup", { name: "Number of slowest tests" }).getByText("5", { exact: true }).click();
  await expect(page).toHaveURL(/top=5/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Test Duration (Top 5)" })).toBeVisible();
  const reason = page.getByRole("list", { name: "Common Failure Reasons" }).getByRole("link");
  await expect(reason.getByText("Error: the payment was refused")).toBeVisible();
  await expect(reason.getByText("2 tests · 100.0%")).toBeVisible();
  await reason.click();
  await expect(page).toHaveURL(/failure=[0-9a-f]{16}&status=failed|status=failed&failure=[0-9a-f]{16}/);
  await expect(page.getByText("pays by voucher").first()).toBeVisible();
});

test("the run timeline shows each attempt on its worker, and a click opens the test", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await openReport(page, reportId);
  await page.getByRole("link", { name: "Run timeline" }).click();
  await expect(page).toHaveURL(/view=timeline/);
  await expect
    .poll(() => readTable(page.getByRole("table", { name: "Workers" })))
    .toMatchObject([
      { Executions: "2", Failed: "2", Busy: "21.00 s", Idle: "5% · 1.00 s" },
      { Worker: "Worker 1", Executions: "9", Failed: "1" },
    ]);
  await expect(page.locator("dl > div").filter({ hasText: "Best possible" })).toContainText("16.85 s");
  const canvas = page.locator("canvas");
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("There is no canvas.");
  const position = { x: (box.width * 16) / 22, y: 10 };
  // Content that loads above the canvas moves it away from the pointer.
  await expect(async () => {
    await canvas.hover({ position });
    await expect(page.getByText("9.00 s · Failed · attempt 2", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await canvas.click({ position });
  await expect(page).toHaveURL(/result=\d+/);
  await expect(page.getByLabel("error message", { exact: true }).first()).toContainText("the payment was refused");
  await page.goBack();
  await expect(page.getByRole("table", { name: "Workers" })).toBeVisible();
});

test("the visible range of the run timeline stays in the URL and after a test was opened", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await openReport(page, reportId, "?view=timeline");
  const showAll = page.getByRole("button", { name: "Show all" });
  await expect(showAll).toBeDisabled();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page).toHaveURL(/view=timeline&zoom=5500-16500$/);
  await page.getByRole("table", { name: "Workers" }).getByRole("button").first().click();
  await expect(page).toHaveURL(/\?result=\d+$/);
  await page.goBack();
  await expect(showAll).toBeEnabled();
  await page.reload();
  await showAll.click();
  await expect(page).toHaveURL(/\?view=timeline$/);
  await expect(showAll).toBeDisabled();
});

test("an analysis groups a report's failures by cause and suggests fixes; it is not offered if nothing failed", async ({
  page,
  seeded,
}) => {
  const runs = [{ worker: 0, start: 0, seconds: 2, failed: true }];
  const red = workersReport([{ title: "pays by invoice", runs }]);
  // Uses a separate report, because another test needs one without an analysis.
  const analyzedId = await uploadReport(seeded, { filename: "analyzed.json", suite: "analyzed" }, red);
  await signedIn(page, seeded);
  await openReport(page, analyzedId, "?tab=insights");
  await page.getByRole("button", { name: "Analyze Failures" }).click();
  await expect(page.getByText("AI analysis completed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible();
  const clusters = page.getByRole("list", { name: "Clusters" }).getByRole("heading", { level: 3 });
  await expect(clusters.first()).toBeVisible();
  await page.reload();
  await expect(clusters.first()).toBeVisible();
  await openReport(page, greenId, "?tab=insights");
  await expect(page.getByRole("heading", { name: "Nothing to analyze" })).toBeVisible();
});

for (const search of ["?tab=metrics", "?view=timeline", "?tab=insights"]) {
  test(`${search} has no accessibility violations and fits 360 pixels`, async ({ page, seeded }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 360, height: 740 });
    await signedIn(page, seeded);
    await openReport(page, reportId, search);
    await expect(page.getByText(/Test Duration \(Top 3\)|Parallel efficiency|Analyze Failures/)).toBeVisible();
    await expectAccessiblePage(page);
  });
}
