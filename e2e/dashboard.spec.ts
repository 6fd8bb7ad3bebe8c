import { expect } from "@playwright/test";
import { reclassify } from "@plumb/contract/failures/decisions.ts";
import { listTestCaseFailures } from "@plumb/contract/failures/failures.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { outcomesReport } from "./report-files.ts";

// The dashboard needs a project without reports, to which only this file uploads.
test.use({ database: "dashboard" });

const minute = 60_000;
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minute).toISOString();

test("the dashboard shows what fails, since when and what is new, with links to exactly those tests", async ({
  page,
  seeded,
}) => {
  const run = (minutesAgo: number, outcomes: Parameters<typeof outcomesReport>[0], suite = "checkout-e2e") =>
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
  await signedIn(page, seeded);

  await test.step("before the first report it explains what to do", async () => {
    await page.goto("/");
    await expect(page.getByText("360° view of your test execution metrics and analytics")).toBeVisible();
    await expect(page.getByText("No reports found. Run your first test to get started.")).toBeVisible();
    await expect(page.getByText("No data available")).toBeVisible();
    await expect(page.getByText("No trend data available")).toBeVisible();
    await expect(page.getByLabel("CLI command", { exact: true })).toContainText(new URL(seeded.address).host);
  });

  const figures = page.getByRole("list", { name: "Metrics of all reports" });
  const bands = page.getByRole("list", { name: "Red now" }).locator("> li");

  await test.step("the first report appears automatically", async () => {
    await run(120, { adds: "passed", pays: "failed", ships: "passed", wraps: "passed" });
    await expect(bands).toHaveText(/checkout-e2e is red on main, since #1, 2 h ago/);
    await expect(bands.getByRole("link", { name: "1 failed" })).toBeVisible();
    await expect(figures).toContainText(/Test Reports\s*1/);
    await expect(figures).toContainText(/Pass Rate\s*75%/);
  });

  await test.step("a green run shows what was fixed", async () => {
    await run(60, { adds: "passed", pays: "passed", ships: "passed", wraps: "passed" });
    await expect(page.getByText("All green.")).toBeVisible();
    await expect(page.getByRole("link", { name: "1 fixed" })).toBeVisible();
  });

  await test.step("two tests break and one is flaky", async () => {
    await run(30, { adds: "failed", pays: "passed", ships: "passed", wraps: "passed" });
    const last = await run(2, { adds: "failed", pays: "failed", ships: "flaky", wraps: "passed" });
    await expect(bands).toHaveText(/is red on main, since #3, (?:29|30) min ago/);
    await expect(bands.getByRole("link")).toHaveText([
      "#3",
      "1 new cause",
      "Application Defect 2",
      "1 back again",
      "1 known",
      "1 newly flaky",
      "Open what changed",
    ]);
    await bands.getByRole("link", { name: "1 back again" }).click();
    await expect(page).toHaveURL(new RegExp(`/reports/compare\\?base=\\d+&head=${last}&show=backAgain$`));
    const tests = page.getByRole("list", { name: "Tests" });
    await expect(tests.getByRole("listitem")).toHaveCount(1);
    await expect(tests).toContainText("pays");
    await page.goBack();
    await expect(bands).toHaveCount(1);
  });

  await test.step("the numbers cover all reports", async () => {
    await expect(figures).toContainText(/Test Reports\s*4/);
    await expect(figures).toContainText(/Total Tests Executed\s*16/);
    // 12 of 16 tests passed.
    await expect(figures).toContainText(/Pass Rate\s*75%/);
    await expect(figures).toContainText("75.0% of tests run");
    await expect(page.getByRole("list", { name: "Test Results Distribution" })).toHaveText(
      /Passed\s*12\s*Failed\s*4\s*Skipped\s*0/,
    );
  });

  await test.step("a point of the trend opens its report", async () => {
    const points = page.getByRole("figure", { name: "Pass Rate Trends" }).getByRole("link");
    await expect(points).toHaveCount(4);
    await expect(points.first()).toHaveAccessibleName(/checkout-e2e #1 75\.0%/);
    await points.nth(1).hover();
    await expect(page.locator("[data-side]").getByText(/#2\s+100\.0%: 4 of 4 that ran/)).toBeVisible();
    await points.nth(1).click();
    await expect(page.getByRole("heading", { name: "checkout-e2e #2" })).toBeVisible();
    await page.goBack();
  });

  await test.step("red suites are listed, newly broken ones first", async () => {
    await run(20, { lists: "passed" }, "api");
    await run(1, { lists: "failed" }, "api");
    await expect(bands).toHaveCount(2);
    await run(0, { adds: "failed", pays: "failed", ships: "passed", wraps: "passed" });
    await expect(bands.first()).toContainText("api is red on main, since");
    await expect(bands.last()).toContainText("2 known");
    await expect(page.getByRole("list", { name: "Reports", exact: true }).getByRole("listitem")).toHaveCount(7);
  });
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
  await uploadReport(seeded, { filename: "small.json", suite: "small" }, outcomesReport({ adds: "failed" }));
  await signedIn(page, seeded);
  await page.goto("/");
  await expect(page.locator("canvas")).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const points = page.getByRole("figure", { name: "Pass Rate Trends" }).getByRole("link");
  await points.last().focus();
  await expect(page.locator("[data-side]")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reports\/\d+$/);
});

test("a decision by another user appears without a reload", async ({ page, seeded }) => {
  const { client, projectId } = seeded;
  const suite = "billing";
  await uploadReport(seeded, { filename: "billing.json", suite }, outcomesReport({ bills: "failed" }));
  await signedIn(page, seeded);
  await page.goto("/");
  const band = page.getByRole("list", { name: "Red now" }).locator("> li").filter({ hasText: "billing is red" });
  await expect(band.getByRole("link", { name: "Application Defect 1" })).toBeVisible();
  const { data: failures } = await client.call(listTestCaseFailures, { params: { projectId }, query: {} });
  const said = failures.find(({ suiteName }) => suiteName === suite);
  await client.call(reclassify, {
    params: { testCaseId: said?.id ?? 0 },
    body: { primaryClass: "Test Data Issue", scope: "failure" },
  });
  await expect(band.getByRole("link", { name: "Test Data Issue 1" })).toBeVisible();
});
