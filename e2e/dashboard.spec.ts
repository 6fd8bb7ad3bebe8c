import { expect, type Page } from "@playwright/test";
import { reclassify } from "@plumb/contract/failures/decisions.ts";
import { listTestCaseFailures } from "@plumb/contract/failures/failures.ts";
import { readTexts } from "../packages/web/src/testing/read-screen.ts";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { outcomesReport } from "./report-files.ts";

test.use({ database: "dashboard" });

type Outcomes = Parameters<typeof outcomesReport>[0];

const minute = 60_000;
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minute).toISOString();

/** Reads the metrics: the value under each label. */
async function metricsOf(page: Page): Promise<Record<string, string>> {
  const metrics = await readTexts(page.getByRole("list", { name: "Metrics of all reports" }).getByRole("listitem"));
  return Object.fromEntries(metrics.map(([label = "", value = ""]) => [label, value]));
}

const suitesOf = (page: Page) => page.getByRole("list", { name: "Red suites" }).locator("> li");
const causesOf = (page: Page) => page.getByRole("list", { name: "Causes" }).locator("> li");

/** Uploads a run of a suite on main. */
const run = (seeded: SeededProduct, minutesAgo: number, outcomes: Outcomes, suite = "checkout-e2e") =>
  uploadReport(
    seeded,
    {
      filename: "report.json",
      suite,
      branch: "main",
      environment: "staging",
      build: `${suite} ${minutesAgo}`,
      startedAt: at(minutesAgo),
    },
    outcomesReport(outcomes),
  );

/** Uploads four runs to a new project: one test fails, all pass, one fails, two fail and one is flaky. Returns the last one. */
async function fourRuns(page: Page, seeded: SeededProduct, name: string): Promise<number> {
  const project = await ownProject(page, seeded, name);
  await run(project, 120, { adds: "passed", pays: "failed", ships: "passed", wraps: "passed" });
  await run(project, 60, { adds: "passed", pays: "passed", ships: "passed", wraps: "passed" });
  await run(project, 30, { adds: "failed", pays: "passed", ships: "passed", wraps: "passed" });
  const last = await run(project, 2, { adds: "failed", pays: "failed", ships: "flaky", wraps: "passed" });
  await signedIn(page, seeded);
  await page.goto("/");
  return last;
}

test("explains what to do before the first report, which then appears automatically", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "First report");
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(page.getByText("360° view of your test execution metrics and analytics")).toBeVisible();
  await expect(page.getByText("No reports found. Run your first test to get started.")).toBeVisible();
  await expect(page.getByText("No data available")).toBeVisible();
  await expect(page.getByText("No trend data available")).toBeVisible();
  await expect(page.getByLabel("CLI command", { exact: true })).toContainText(new URL(seeded.address).host);

  await run(project, 120, { adds: "passed", pays: "failed", ships: "passed", wraps: "passed" });
  await expect(suitesOf(page)).toHaveText(/checkout-e2e #1.*Red since #1, 2 h ago.*main/s);
  await expect(causesOf(page)).toHaveText(/new.*1 test.*checkout-e2e/s);
  await expect.poll(() => metricsOf(page)).toMatchObject({ "Test Reports": "1", "Pass Rate": "75%" });
});

test("a run without failures shows what was fixed", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Fixed");
  await run(project, 120, { adds: "passed", pays: "failed" });
  await run(project, 60, { adds: "passed", pays: "passed" });
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(page.getByText("All green.")).toBeVisible();
  await expect(page.getByRole("link", { name: "1 fixed" })).toBeVisible();
});

test("a failed suite shows since when it fails and what changed, with links to exactly those tests", async ({
  page,
  seeded,
}) => {
  const last = await fourRuns(page, seeded, "Changes");
  await expect(suitesOf(page)).toHaveText(/Red since #3, (?:29|30) min ago/);
  await expect(suitesOf(page)).toContainText("Last runs: #1 red, #2 green, #3 red, #4 red");
  await expect(suitesOf(page).getByRole("link")).toHaveText([
    "checkout-e2e #4",
    "#3",
    "1 newly flaky",
    "Show changes",
    "vs last green #2",
  ]);
  await suitesOf(page).getByRole("link", { name: "1 newly flaky" }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/compare\\?base=\\d+&head=${last}&show=newlyFlaky$`));
  const tests = page.getByRole("list", { name: "Tests" });
  await expect(tests.getByRole("listitem")).toHaveCount(1);
  await expect(tests).toContainText("ships");
  await page.goBack();
  const cause = causesOf(page).first();
  await expect(cause).toContainText("2 tests");
  await cause.getByRole("button", { name: /^Assign/ }).click();
  await expect(page.getByRole("dialog", { name: /^Assign/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await cause.getByRole("link", { name: /^Open/ }).click();
  await expect(page).toHaveURL(/\/defects\?group=\d+$/);
  await expect(page.getByRole("region", { name: "Cause" })).toBeVisible();
});

test("the numbers cover all reports", async ({ page, seeded }) => {
  await fourRuns(page, seeded, "Numbers");
  // 12 of 16 tests passed.
  await expect
    .poll(() => metricsOf(page))
    .toMatchObject({ "Test Reports": "4", "Total Tests Executed": "16", "Pass Rate": "75%" });
  await expect(page.getByRole("list", { name: "Metrics of all reports" })).toContainText("75.0% of tests run");
  const distribution = page.getByRole("list", { name: "Test Results Distribution" }).getByRole("listitem");
  await expect(distribution).toHaveText([/^Passed\s*12$/, /^Failed\s*4$/, /^Skipped\s*0$/]);
});

test("a point of the trend opens its report", async ({ page, seeded }) => {
  await fourRuns(page, seeded, "Trend");
  const points = page.getByRole("figure", { name: "Pass Rate Trends" }).getByRole("link");
  await expect(points).toHaveCount(4);
  await expect(points.first()).toHaveAccessibleName(/checkout-e2e #1 75\.0%/);
  await points.nth(1).hover();
  await expect(
    page.locator("[data-side]").getByText(/#2\s+100\.0%: 4 of 4 tests, excluding skipped ones/),
  ).toBeVisible();
  await points.nth(1).click();
  await expect(page.getByRole("heading", { name: "checkout-e2e #2" })).toBeVisible();
});

test("failed suites are listed, newly broken ones first", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Failed suites");
  await run(project, 30, { adds: "failed", pays: "failed" });
  await run(project, 20, { lists: "passed" }, "api");
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(suitesOf(page)).toHaveCount(1);
  await run(project, 1, { lists: "failed" }, "api");
  await expect(suitesOf(page)).toHaveCount(2);
  await run(project, 0, { adds: "failed", pays: "failed" });
  await expect(suitesOf(page).first()).toContainText("api #");
  await expect(suitesOf(page).last()).toContainText("checkout-e2e #");
  await expect(page.getByRole("list", { name: "Reports", exact: true }).getByRole("listitem")).toHaveCount(4);
});

test("a dashboard that fails to load shows no toast, and recovers", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(page.getByRole("list", { name: "Metrics of all reports" })).toBeVisible();
  let broken = true;
  await page.route("**/dashboard", (route) =>
    broken
      ? route.fulfill({ status: 400, json: { success: false, error: "Not now.", code: "invalid" } })
      : route.fallback(),
  );
  await page.reload();
  await expect(page.getByText("The dashboard could not be loaded")).toBeVisible();
  await expect(page.locator(".mantine-Notification-root")).toHaveCount(0);
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Metrics of all reports" })).toBeVisible();
});

test("the dashboard works on a small screen, in dark mode and by keyboard", async ({ page, seeded }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 360, height: 740 });
  await run(await ownProject(page, seeded, "Small"), 1, { adds: "failed" });
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(page.locator("figure svg")).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const points = page.getByRole("figure", { name: "Pass Rate Trends" }).getByRole("link");
  await points.last().focus();
  await expect(page.locator("[data-side]")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reports\/\d+$/);
});

test("a decision by another user appears without a reload", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Decisions");
  const { client, projectId } = project;
  const suite = "billing";
  await run(project, 1, { bills: "failed" }, suite);
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(causesOf(page)).toContainText("Application Defect");
  const { data: failures } = await client.call(listTestCaseFailures, { params: { projectId }, query: {} });
  const output = failures.find(({ suiteName }) => suiteName === suite);
  await client.call(reclassify, {
    params: { testCaseId: output?.id ?? 0 },
    body: { primaryClass: "Test Data Issue", scope: "group" },
  });
  await expect(causesOf(page)).toContainText("Test Data Issue");
});
