import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./charts.story.tsx";
import type { Bars, Doughnut, Line, NoDoughnut, NoLine, OnePoint } from "./charts.story.tsx";

const colors = { passed: "rgb(16, 185, 129)", failed: "rgb(239, 68, 68)", skipped: "rgb(245, 158, 11)" };

/** Returns the color and size of each slice or bar. */
async function shapesOf(shapes: Locator) {
  return shapes.evaluateAll((all) =>
    all.map((shape) => {
      const { width, height } = shape.getBoundingClientRect();
      return { fill: getComputedStyle(shape).fill, width, height };
    }),
  );
}

test("a doughnut's slices have the colours of their outcomes, and small ones are visible", async ({ mount }) => {
  const view = await mount<typeof Doughnut>("ui/charts/charts/Doughnut");
  const slices = view.locator("figure svg path");
  await expect(slices).toHaveCount(3);
  const shapes = await shapesOf(slices);
  expect(shapes.map(({ fill }) => fill)).toEqual([colors.passed, colors.failed, colors.skipped]);
  expect(shapes[0]!.width).toBeGreaterThan(110);
  for (const { width, height } of shapes) expect(Math.min(width, height)).toBeGreaterThan(5);
});

test("a slice shows its count and percentage, and links to its tests", async ({ mount, page }) => {
  const view = await mount<typeof Doughnut>("ui/charts/charts/Doughnut");
  const box = (await view.locator("figure").boundingBox())!;
  // A point on the right side of the ring, below the centre. The passed slice covers almost the whole ring.
  const onRing = { x: box.width / 2 + box.height * 0.41, y: box.height / 2 + 10 };
  await view.locator("figure").hover({ position: onRing });
  await expect(view.getByText("Passed: 4,641 (96.1%)", { exact: true })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(view.getByText("Passed: 4,641 (96.1%)", { exact: true })).toBeHidden();
  await expect(view.getByRole("link")).toHaveText(["Passed 4,641", "Failed 112"]);
  await view
    .locator("figure a")
    .first()
    .evaluate((link) => link.addEventListener("click", () => (document.title = "opened")));
  await view.locator("figure").click({ position: onRing });
  await expect(page).toHaveTitle("opened");
});

test("the names below a doughnut are links that show their slice to the keyboard", async ({ mount }) => {
  const view = await mount<typeof Doughnut>("ui/charts/charts/Doughnut");
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

test("a curved line has a gap where a value is missing, and stays within its axis", async ({ mount }) => {
  const view = await mount<typeof Line>("ui/charts/charts/Line");
  const [line, highest, lowest] = [
    view.locator("path[data-ghost]"),
    view.locator("figure svg line").last(),
    view.locator("figure svg line").first(),
  ];
  await expect(line).toHaveAttribute("d", /^M[\d. ]+C[\d. C]+M[\d. ]+C[\d. C]+$/);
  const curve = (await line.boundingBox())!;
  // Half of the line's width.
  expect(curve.y).toBeGreaterThanOrEqual((await highest.boundingBox())!.y - 2);
  expect(curve.y + curve.height).toBeLessThan((await lowest.boundingBox())!.y);
});

test("bars have labels, proportional lengths, and links", async ({ mount }) => {
  const view = await mount<typeof Bars>("ui/charts/charts/Bars");
  await expect(view.getByRole("list").getByRole("link")).toHaveCount(2);
  await expect(view.getByRole("listitem")).toHaveText(["pays\n42.10 s", "keeps\n12.00 s", "login\n0.01 s"]);
  const [longest, shorter, least] = await shapesOf(view.locator("figure svg rect"));
  expect([longest, shorter, least].map((bar) => bar!.fill)).toEqual([colors.failed, colors.passed, colors.passed]);
  expect(shorter!.width / longest!.width).toBeCloseTo(12 / 42.1, 2);
  // The bar for 0.01 s must still be visible.
  expect(least!.width).toBe(3);
});

test("an empty chart shows a message at its usual height", async ({ mount, page }) => {
  await mount<typeof NoDoughnut>("ui/charts/charts/NoDoughnut");
  await expect(page.getByText("No data available")).toBeVisible();
  await mount<typeof NoLine>("ui/charts/charts/NoLine");
  await expect(page.getByText("No trend data available")).toBeVisible();
  await expect(page.locator("figure svg")).toHaveCount(0);
  expect((await page.getByRole("figure").boundingBox())!.height).toBe(240);
  await mount<typeof OnePoint>("ui/charts/charts/OnePoint");
  await expect(page.locator("figure svg")).toHaveCount(1);
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
  await expect(view.locator("figure svg")).toBeVisible();
  await view.getByRole("link").first().focus();
}

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/charts/charts", [
    { name: "Doughnut", ready: drawn },
    { name: "Line", ready: drawn },
    { name: "Bars", ready: drawn },
    "NoLine",
  ]));
