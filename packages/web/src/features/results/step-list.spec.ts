import { expect, test } from "@playwright/test";
import type { Hostile, Nested, NoDurations, TenThousand } from "./step-list.story.tsx";

test("steps keep their order and tell status, time and the first line of an error", async ({ mount }) => {
  const view = await mount<typeof Nested>("features/results/step-list/Nested");
  const steps = view.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /passed.*Before Hooks.*300 ms/,
    /passed.*newPage.*250 ms/,
    /failed.*Pay.*900 ms.*Timeout of 900 ms$/,
    /skipped.*After Hooks.*–/,
  ]);
  const indent = async (index: number) =>
    steps.nth(index).evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
  expect(await indent(1)).toBeGreaterThan(await indent(0));
});

test("of ten thousand steps the first are drawn, more on request", async ({ mount }) => {
  const view = await mount<typeof TenThousand>("features/results/step-list/TenThousand");
  const steps = view.getByRole("listitem");
  await expect(steps).toHaveCount(60);
  await view.getByRole("button", { name: "Show 500 more of 10,000 steps" }).click();
  await expect(steps).toHaveCount(560);
});

test("unknown durations are dashes", async ({ mount }) => {
  const view = await mount<typeof NoDurations>("features/results/step-list/NoDurations");
  await expect(view.getByText("–")).toHaveCount(2);
});

test("hostile titles stay text and inside the page", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/results/step-list/Hostile");
  await expect(view.locator("b")).toHaveCount(0);
  await expect(view.getByText("<b onmouseover")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
