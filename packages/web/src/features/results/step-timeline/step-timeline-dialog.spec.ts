import { expect } from "@playwright/test";
import { readTerms, readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./step-timeline-dialog.story.tsx";
import type { Hostile, Nested, NoDurations, NoSteps, TenThousand } from "./step-timeline-dialog.story.tsx";

const story = (name: string) => `features/results/step-timeline/step-timeline-dialog/${name}`;

test("shows total, count, fastest, slowest and mean of the outermost steps", async ({ mount, page }) => {
  await mount<typeof Nested>(story("Nested"));
  const dialog = page.getByRole("dialog", { name: "Test Execution Timeline" });
  await expect(dialog.getByText("checkout › pays by card")).toBeVisible();
  await expect
    .poll(() => readTerms(dialog.locator("dl")))
    .toEqual({
      Total: "3.320 s",
      Steps: "5",
      Fastest: "0.020 s Worker teardown",
      Slowest: "2.000 s Pay",
      Average: "0.830 s",
    });
  await expect(dialog.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveText([
    "Passed",
    "Failed",
    "Other",
  ]);
});

test("each step has number, name, status, seconds and a bar relative to the slowest, and a failed one is expanded", async ({
  mount,
  page,
}) => {
  await mount<typeof Nested>(story("Nested"));
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect
    .poll(() => readTexts(steps))
    .toEqual([
      ["1", "Before Hooks", "Passed", "15% of the slowest step", "0.300 s"],
      ["2", "Open the shop", "Passed", "50%", "50% of the slowest step", "1.000 s"],
      ["3", "Pay", "Failed", "100%", "100% of the slowest step", "2.000 s"],
      ["3.1", "fill the form", "Passed", "20%", "20% of the slowest step", "0.400 s"],
      ["3.2", "locator.click", "Failed", "75%", "75% of the slowest step", "1.500 s"],
      ["4", "Worker teardown", "Passed", "2% of the slowest step", "0.020 s"],
      ["5", "After Hooks", "Skipped", "–"],
    ]);
  const fold = page.getByRole("button", { name: "1 nested in step 2" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.press("Enter");
  await expect(steps).toHaveCount(8);
  await expect(steps.nth(2)).toContainText("page.goto(/)");
  await page.getByRole("button", { name: "Hide nested steps" }).click();
  await expect(steps).toHaveCount(5);
  await page.getByRole("button", { name: "Show 4 nested steps" }).click();
  await expect(steps).toHaveCount(9);
});

test("without durations it shows a message and no bars, and without steps another message", async ({ mount, page }) => {
  await mount<typeof NoDurations>(story("NoDurations"));
  await expect(page.getByText("No durations for these steps.")).toBeVisible();
  await expect
    .poll(() => readTexts(page.getByRole("listitem").filter({ hasText: "one" })))
    .toEqual([["1", "one", "Passed", "–"]]);
  await mount<typeof NoSteps>(story("NoSteps"));
  await expect(page.getByText("No steps were recorded for this attempt.")).toBeVisible();
});

test("renders only visible ones of ten thousand steps, even when all are expanded", async ({ mount, page }) => {
  await mount<typeof TenThousand>(story("TenThousand"));
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps.first().getByText("step 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show 9,000 nested steps" }).click();
  await page.getByRole("region", { name: "Step timeline" }).press("End");
  await expect(steps.last()).toContainText("step 10000");
  await expect(steps.last()).toHaveAttribute("aria-setsize", "10000");
  expect(await steps.count()).toBeLessThan(80);
});

test("closes with Escape and restores the focus", async ({ mount, page }) => {
  const view = await mount<typeof Nested>(story("Nested"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await view.getByRole("button", { name: "Timeline" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(view.getByRole("button", { name: "Timeline" })).toBeFocused();
});

test("markup in names is escaped, and enormous names fit", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await mount<typeof Hostile>(story("Hostile"));
  await expect(page.getByRole("dialog").getByText("<b onmouseover", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("dialog").locator("img, b")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/pwned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/step-timeline/step-timeline-dialog", [
    {
      name: "Nested",
      ready: (_view, page) => expect(page.getByRole("listitem").filter({ hasText: "Before Hooks" })).toBeVisible(),
    },
  ]));
