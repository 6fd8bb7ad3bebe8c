import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Green, Hostile, InTouch, NothingRan, PartialRun, Red, Running, Silent } from "./report-row.story.tsx";

test("a passed report does not mention failures", async ({ mount }) => {
  const view = await mount<typeof Green>("features/reports/report-row/Green");
  for (const text of ["Completed", "checkout-e2e", "#1", "100.0%"])
    await expect(view.getByRole("listitem").getByText(text, { exact: true })).toBeVisible();
  await expect(view.getByRole("link", { name: /failed/ })).toHaveCount(0);
});

test("every count links to its tests, and a failure is never rounded away", async ({ mount }) => {
  const view = await mount<typeof Red>("features/reports/report-row/Red");
  const leadsTo = (name: string) => view.getByRole("link", { name, exact: true });
  await expect(leadsTo("checkout-e2e")).toHaveAttribute("href", "/reports/7");
  await expect(leadsTo("7 failed")).toHaveAttribute("href", "/reports/7?status=failed");
  await expect(leadsTo("2 errored")).toHaveAttribute("href", "/reports/7?status=error");
  await expect(leadsTo("4 flaky")).toHaveAttribute("href", "/reports/7?status=flaky");
  await expect(view.getByText("99.9%")).toBeVisible();
  await expect(view.getByText("100.0%")).toHaveCount(0);
});

test("a running report has no duration yet", async ({ mount }) => {
  const view = await mount<typeof Running>("features/reports/report-row/Running");
  await expect(view.getByRole("listitem")).toContainText("Running");
});

test("a running report without data for two minutes is marked", async ({ mount }) => {
  const silent = await mount<typeof Silent>("features/reports/report-row/Silent");
  await expect(silent.getByRole("listitem")).toContainText("No data for 3 minutes");
  const inTouch = await mount<typeof InTouch>("features/reports/report-row/InTouch");
  await expect(inTouch.getByRole("listitem")).toContainText("Running");
  await expect(inTouch.getByText("No data for")).toHaveCount(0);
});

test("a partial run is marked, with the reason on hover", async ({ mount }) => {
  const view = await mount<typeof PartialRun>("features/reports/report-row/PartialRun");
  await expect(view.getByText("Partial", { exact: true })).toHaveAttribute("title", "Run with --last-failed");
});

test("shows no rate without executions", async ({ mount }) => {
  const view = await mount<typeof NothingRan>("features/reports/report-row/NothingRan");
  await expect(view.getByText("Interrupted", { exact: true })).toBeVisible();
  await expect(view.getByText("–", { exact: true })).toBeVisible();
});

test("hostile names are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>("features/reports/report-row/Hostile");
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.locator("img")).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});
