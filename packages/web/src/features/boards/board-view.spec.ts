import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./board-view.story.tsx";
import type { Empty, Hostile, OfAnother, OnlyHidden, Several, WithoutRuns } from "./board-view.story.tsx";

test("each pin shows its value, and links to the page that explains it", async ({ mount }) => {
  const view = await mount<typeof Several>("features/boards/board-view/Several");
  const pin = (name: string) => view.getByRole("listitem", { name });
  await expect(pin("State of Payments")).toContainText("1 of 2 suites failing");
  await expect(pin("State of Payments").getByRole("link", { name: "#411 api" })).toHaveAttribute("href", "/reports/6");
  await expect(pin("State of Storefront")).toContainText("Passing");
  await expect(pin("New causes of Payments").getByRole("link", { name: "2" })).toHaveAttribute(
    "href",
    "/defects?state=new",
  );
  await expect(pin("New causes of Payments").getByRole("link", { name: /“Pay now” is/ })).toHaveAttribute(
    "href",
    "/defects?group=9",
  );
  await expect(pin("Pass Rate of Storefront")).toContainText("98%in 30 days");
  await expect(pin("Pass Rate of Storefront").getByRole("img", { name: /^By day, 30 days: / })).toBeVisible();
  await expect(pin("Avg Duration of Storefront")).toContainText("412 s");
  await expect(pin("Flaky tests of Payments").getByRole("link", { name: "4" })).toHaveAttribute("href", "/tests");
});

test("pins are moved by keyboard, the focus follows, and the new position is reported", async ({ mount, page }) => {
  const view = await mount<typeof Several>("features/boards/board-view/Several");
  const names = () =>
    view.getByRole("listitem").evaluateAll((items) => items.slice(0, 3).map((item) => item.ariaLabel));
  await expect(view.getByRole("button", { name: "Move State of Payments earlier" })).toBeDisabled();
  const later = view.getByRole("button", { name: "Move State of Payments later" });
  await later.focus();
  await page.keyboard.press("Enter");
  expect(await names()).toEqual(["New causes of Payments", "State of Payments", "Pass Rate of Payments"]);
  await expect(later).toBeFocused();
  await expect(view.getByRole("status")).toHaveText("State of Payments is now 2 of 8");
  await page.keyboard.press("Enter");
  expect(await names()).toEqual(["New causes of Payments", "Pass Rate of Payments", "State of Payments"]);
  const earlier = view.getByRole("button", { name: "Move New causes of Payments earlier" });
  await expect(earlier).toBeDisabled();
  const first = view.getByRole("button", { name: "Move Pass Rate of Payments earlier" });
  await first.press("Enter");
  await expect(view.getByRole("button", { name: "Move Pass Rate of Payments later" })).toBeFocused();
});

test("a removed pin disappears, and the focus stays on the board", async ({ mount }) => {
  const view = await mount<typeof Several>("features/boards/board-view/Several");
  await view.getByRole("button", { name: "Remove State of Payments" }).press("Enter");
  await expect(view.getByRole("listitem", { name: "State of Payments" })).toHaveCount(0);
  await expect(view.getByRole("list", { name: "Pins" })).toBeFocused();
});

test("readers see the number of hidden pins, and no buttons", async ({ mount }) => {
  let view = await mount<typeof OfAnother>("features/boards/board-view/OfAnother");
  await expect(view.getByText("2 pins of projects that you cannot see")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
  view = await mount<typeof OnlyHidden>("features/boards/board-view/OnlyHidden");
  await expect(view.getByText("1 pin of projects that you cannot see")).toBeVisible();
  await expect(view.getByText("This board is empty")).toHaveCount(0);
  view = await mount<typeof Empty>("features/boards/board-view/Empty");
  await expect(view.getByText("This board is empty")).toBeVisible();
});

test("a project without runs has no values", async ({ mount }) => {
  const view = await mount<typeof WithoutRuns>("features/boards/board-view/WithoutRuns");
  await expect(view.getByRole("listitem", { name: "State of New one" })).toContainText("No reports yet");
  for (const label of ["Pass Rate", "Avg Duration", "Test Reports"])
    await expect(view.getByRole("listitem", { name: `${label} of New one` })).toContainText("–No reports in 30 days");
  await expect(view.getByRole("listitem", { name: "Avg Duration of Untimed" })).toContainText(
    "–Unknown for the reports",
  );
});

test("hostile names are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>("features/boards/board-view/Hostile");
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.locator("img[src]")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/boards/board-view", [
    "Several",
    "OfAnother",
    "OnlyHidden",
    "Empty",
    "WithoutRuns",
    "Hostile",
  ]));
