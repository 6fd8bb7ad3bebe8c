import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type { Hostile, Loading, OfMany, Serious, Warnings } from "./problems-notice.story.tsx";

test("counts problems and lists them on demand, with file and line", async ({ mount }) => {
  const view = await mount<typeof Warnings>("features/report/problems/problems-notice/Warnings");
  const items = view.getByRole("listitem");
  await expect(items.first()).toBeHidden();
  await view.getByText("2 problems with this report").click();
  await expect
    .poll(() => readTexts(items))
    .toEqual([
      ["Warning", "A duration was not a number", "results.xml:12"],
      ["Warning", "A duration was not a number", "results.xml"],
    ]);
});

test("truncated files come first", async ({ mount }) => {
  const view = await mount<typeof Serious>("features/report/problems/problems-notice/Serious");
  await expect(view.locator("summary")).toContainText("The file ends in the middle of a test");
});

test("above the maximum it shows how many are listed", async ({ mount }) => {
  const view = await mount<typeof OfMany>("features/report/problems/problems-notice/OfMany");
  await view.getByText("4,321 problems with this report").click();
  await expect(view.getByText("Showing the first 1.")).toBeVisible();
  const loading = await mount<typeof Loading>("features/report/problems/problems-notice/Loading");
  await expect(loading.getByText("3 problems with this report")).toBeVisible();
});

test("a hostile reason is escaped and stays inside the page", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/report/problems/problems-notice/Hostile");
  await view.locator("summary").click();
  await expect(view.getByText("<a href=").last()).toBeVisible();
  await expect(view.locator("a")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
