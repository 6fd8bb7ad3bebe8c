import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./charts.story.tsx";
import type { Bars, Doughnut, Line, NoDoughnut, NoLine, OnePoint } from "./charts.story.tsx";

/** Returns the area of the canvas with this colour, in pixels. */
async function painted(page: Page, color: string): Promise<number> {
  return page.locator("canvas").evaluate((canvas: HTMLCanvasElement, expected) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if ([data[at], data[at + 1], data[at + 2]].join() === expected && data[at + 3] === 255) count++;
    return count;
  }, color);
}
const passed = "16,185,129";
const failed = "239,68,68";
const skipped = "245,158,11";

test("a doughnut's slices have the colours of their outcomes", async ({ mount, page }) => {
  await mount<typeof Doughnut>("ui/charts/charts/Doughnut");
  await expect.poll(() => painted(page, passed)).toBeGreaterThan(5000);
  expect(await painted(page, failed)).toBeGreaterThan(100);
  expect(await painted(page, skipped)).toBeGreaterThan(50);
});

test("a slice shows its count and percentage, and links to its tests", async ({ mount, page }) => {
  const view = await mount<typeof Doughnut>("ui/charts/charts/Doughnut");
  await expect.poll(() => painted(page, passed)).toBeGreaterThan(5000);
  const box = (await view.locator("canvas").boundingBox())!;
  // A point on the right side of the ring, below the centre. The passed slice covers almost the whole ring.
  const onRing = { x: box.width / 2 + box.height * 0.41, y: box.height / 2 + 10 };
  await view.locator("canvas").hover({ position: onRing });
  await expect(view.getByText("Passed: 4,641 (96.1%)", { exact: true })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(view.getByText("Passed: 4,641 (96.1%)", { exact: true })).toBeHidden();
  await expect(view.getByRole("link")).toHaveText(["Passed 4,641", "Failed 112"]);
  await view
    .getByRole("link", { name: "Passed" })
    .evaluate((link) => link.addEventListener("click", () => (document.title = "opened")));
  await view.locator("canvas").click({ position: onRing });
  await expect(page).toHaveTitle("opened");
});

test("the names below a doughnut are links that show their slice to the keyboard", async ({ mount, page }) => {
  const view = await mount<typeof Doughnut>("ui/charts/charts/Doughnut");
  await expect.poll(() => painted(page, passed)).toBeGreaterThan(5000);
  await view.getByRole("link", { name: "Failed" }).focus();
  await expect(view.getByText("Failed: 112 (2.3%)", { exact: true })).toBeVisible();
  await expect(view.getByRole("link", { name: "Failed" })).toHaveAttribute("href", "/reports/7");
  await expect(view.getByText("Skipped")).toBeVisible();
});

test("a line's points are links in order, with descriptions", async ({ mount, page }) => {
  const view = await mount<typeof Line>("ui/charts/charts/Line");
  const points = view.getByRole("list").getByRole("link");
  await expect(points).toHaveCount(7);
  await expect(points.nth(0)).toHaveAccessibleName("checkout-e2e #1279 98% passed");
  await expect(points.nth(3)).toHaveAccessibleName("checkout-e2e #1282 nothing ran");
  await expect(points.nth(6)).toHaveAttribute("href", "/reports/7");
  await points.nth(4).hover();
  await expect(page.locator("[data-side]")).toHaveText("checkout-e2e #1283\n42% passed");
  await points.nth(6).focus();
  await expect(page.locator("[data-side]").last()).toContainText("96.1% passed");
});

test("bars have labels, proportional lengths, and links", async ({ mount, page }) => {
  const view = await mount<typeof Bars>("ui/charts/charts/Bars");
  await expect(view.getByRole("list").getByRole("link")).toHaveCount(2);
  await expect(view.getByRole("listitem")).toHaveText(["pays\n42.10 s", "keeps\n12.00 s", "login\n0.01 s"]);
  const [longest, shorter] = [await painted(page, failed), await painted(page, passed)];
  expect(longest).toBeGreaterThan(2.5 * shorter);
  // The bar for 0.01 s must still be visible, so the sum exceeds that of the second bar.
  expect(shorter).toBeGreaterThan(longest * (12 / 42.1));
});

test("an empty chart shows a message at its usual height", async ({ mount, page }) => {
  await mount<typeof NoDoughnut>("ui/charts/charts/NoDoughnut");
  await expect(page.getByText("No data available")).toBeVisible();
  await mount<typeof NoLine>("ui/charts/charts/NoLine");
  await expect(page.getByText("No trend data available")).toBeVisible();
  await expect(page.locator("canvas")).toHaveCount(0);
  expect((await page.getByRole("figure").boundingBox())!.height).toBe(240);
  await mount<typeof OnePoint>("ui/charts/charts/OnePoint");
  await expect(page.locator("canvas")).toHaveCount(1);
  expect((await page.getByRole("figure").boundingBox())!.height).toBe(240);
});

test("a chart adapts to the width of its container", async ({ mount, page }) => {
  const view = await mount<typeof Line>("ui/charts/charts/Line");
  const last = view.getByRole("list").getByRole("link").last();
  await expect(last).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await last.boundingBox())!.x).toBeLessThan(340);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** Expects that the chart is drawn, and that its first item shows its text on focus. */
async function drawn(view: Locator): Promise<void> {
  await expect(view.locator("canvas")).toBeVisible();
  await view.getByRole("link").first().focus();
}

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/charts/charts", [
    { name: "Doughnut", ready: drawn },
    { name: "Line", ready: drawn },
    { name: "Bars", ready: drawn },
    "NoLine",
  ]));
