import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./project-states-list.story.tsx";
import type { Hostile, Mixed } from "./project-states-list.story.tsx";

test("each project shows whether it has failed, and links to the run that explains it", async ({ mount }) => {
  const view = await mount<typeof Mixed>("features/projects/project-states-list/Mixed");
  const row = (name: string) => view.getByRole("listitem").filter({ hasText: name });
  await expect(row("Payments")).toContainText("1 of 2 suites failing");
  await expect(row("Payments")).toContainText("Lead");
  await expect(row("Payments").getByRole("link", { name: "#411 api" })).toHaveAttribute("href", "/reports/6");
  await expect(row("Payments").getByRole("link", { name: "3 failed" })).toHaveAttribute(
    "href",
    "/reports/6?status=failed",
  );
  await expect(row("Payments").getByRole("link", { name: /“Pay now” is/ })).toHaveAttribute("href", "/defects?group=9");
  await expect(row("Payments")).toContainText("First seen in #410, ");
  await expect(row("Payments").getByRole("link", { name: "2 more new causes" })).toHaveAttribute(
    "href",
    "/defects?state=new",
  );
  await expect(row("Payments")).toContainText("@checkout: 3 failures");
  await expect(row("Payments").getByRole("link", { name: "4 flaky tests" })).toBeVisible();
  await expect(row("Payments").getByRole("img", { name: /^By day, 30 days: 96.1% to 99.3%/ })).toBeVisible();
  await expect(row("Payments")).toContainText("98%");
  await expect(row("Payments")).toContainText("Main branch#411Failed");
  await expect(row("Storefront")).toContainText("Main branch#413Running");
  await expect(row("Storefront")).toContainText("Passing");
  await expect(row("Storefront")).not.toContainText("(");
  await expect(row("Legacy")).toContainText("Inactive");
  await expect(row("New one").getByText("Empty", { exact: true })).toBeVisible();
  await expect(row("New one").getByText("No reports yet")).toBeVisible();
  await expect(row("Starting")).toContainText("Running");
});

test("hostile names are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>("features/projects/project-states-list/Hostile");
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/projects/project-states-list", [
    "Mixed",
    "Hostile",
  ]));
