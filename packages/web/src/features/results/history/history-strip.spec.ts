import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./history-strip.story.tsx";
import type { First, Thirty } from "./history-strip.story.tsx";

const story = "features/results/history/history-strip/Thirty";

test("each outcome links to its result, with run, status, duration and environment", async ({ mount, page }) => {
  const view = await mount<typeof Thirty>(story);
  const bars = view.getByRole("link");
  await expect(bars).toHaveCount(30);
  await expect(view.getByText("Failing since #28, commit a91f3c2 (3 runs)")).toBeVisible();
  await expect(bars.nth(29)).toHaveAttribute("aria-current", "true");
  await expect(bars.nth(20)).toHaveAccessibleName(/^#21 · Flaky · 14\.20 s · staging · main · /);
  await expect(bars.nth(10)).toHaveAccessibleName(/^#11 · Skipped · – · staging/);
  await expect(bars.nth(0)).toHaveAttribute("href", "/reports/100?result=1000");
  await bars.nth(20).focus();
  await expect(view.getByText(/^#21 · Flaky/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test("a test without a history shows a message", async ({ mount }) => {
  const view = await mount<typeof First>("features/results/history/history-strip/First");
  await expect(view.getByText("First run of this test")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/history/history-strip", [
    "Thirty",
    "First",
  ]));
