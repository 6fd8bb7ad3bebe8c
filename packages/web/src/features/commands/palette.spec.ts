import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./palette.story.tsx";
import type { Few, Hostile, Huge, One, Unselected } from "./palette.story.tsx";

const few = "features/commands/palette/Few";

test("arrows move, Enter selects; the current project is not first", async ({ mount, page }) => {
  const view = await mount<typeof Few>(few);
  const search = page.getByRole("combobox");
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute("placeholder", "Search projects... (or type to filter)");
  await expect(page.getByText("Recent", { exact: true })).toBeVisible();
  await expect(page.getByText("All Projects", { exact: true })).toBeVisible();
  const active = page.getByRole("option", { selected: true });
  await expect(active).toHaveText("Shop API");
  await page.keyboard.press("ArrowDown");
  await expect(active).toHaveText("Back office");
  await expect(search).toHaveAttribute("aria-activedescendant", (await active.getAttribute("id")) ?? "");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowUp");
  await expect(active).toHaveText("Manage Projects");
  await page.keyboard.press("ArrowUp");
  await expect(active).toHaveText("Sign out");
  await page.keyboard.press("Enter");
  await expect(view.locator("output")).toHaveText("Sign out");
});

test("with one project, Enter stays in it, and typing also finds commands", async ({ mount, page }) => {
  const view = await mount<typeof One>("features/commands/palette/One");
  const active = page.getByRole("option", { selected: true });
  await expect(active).toContainText("Storefront");
  await page.keyboard.press("ArrowDown");
  await expect(active).toHaveText("Go to Dashboard");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(view.locator("output")).toHaveText("Storefront");
});

test("is centred on a wide page and fills a narrow one", async ({ mount, page }) => {
  for (const [width, expected] of [
    [1440, { x: 410, width: 620 }],
    [360, { x: 0, width: 360 }],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await mount<typeof Few>(few);
    await expect(page.getByRole("option").first()).toBeVisible();
    expect(await page.getByRole("dialog").boundingBox()).toMatchObject(expected);
  }
});

test("typing filters, no match shows a message, and Esc closes the palette", async ({ mount, page }) => {
  const view = await mount<typeof Few>(few);
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("stfr");
  await expect(page.getByRole("option")).toHaveText(["Storefront"]);
  await expect(page.getByText("Recent", { exact: true })).toHaveCount(0);
  await page.getByRole("combobox").fill("nothing like it");
  await expect(page.getByText("No projects found")).toBeVisible();
  await expect(page.getByText("Try a different search term")).toBeVisible();
  await page.getByRole("combobox").fill("> sign");
  await expect(page.getByRole("option")).toHaveText(["Sign out"]);
  await page.keyboard.press("Escape");
  await expect(view.locator("output")).toHaveText("closed");
});

test("renders only visible rows of 5,000 projects, and all can be reached", async ({ mount, page }) => {
  await mount<typeof Huge>("features/commands/palette/Huge");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await page.getByRole("option").count()).toBeLessThan(60);
  await page.getByRole("combobox").fill("4711");
  await expect(page.getByRole("option")).toHaveText(["Project 4711"]);
  await page.getByRole("combobox").fill("");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toBeInViewport();
  await expect(page.getByRole("option", { name: "Sign out" })).toBeInViewport();
});

test("Manage Projects stays in sight below 5,000 projects, and is found by typing", async ({ mount, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const manage = page.getByRole("option", { name: "Manage Projects" });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Huge>("features/commands/palette/Huge");
    await expect(page.getByRole("option").first()).toBeVisible();
    await expect(manage).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await expect(manage).toBeInViewport({ ratio: 1 });
    await page.getByRole("combobox").fill("manage pro");
    await expect(page.getByRole("option", { selected: true })).toHaveText("Manage Projects");
    await page.keyboard.press("Enter");
    await expect(view.locator("output")).toHaveText("Manage Projects");
  }
});

test("on a small screen, a panel fills the page and can be closed by touch", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Few>(few);
  await expect(page.getByRole("dialog", { name: "Switch Project" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Switch Project" })).toBeInViewport();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(view.locator("output")).toHaveText("closed");
  await mount<typeof Unselected>("features/commands/palette/Unselected");
  await expect(page.getByRole("heading", { name: "Select Project" })).toBeInViewport();
});

test("hostile names are escaped and stay inside the page", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await mount<typeof Hostile>("features/commands/palette/Hostile");
  await expect(page.getByText("<img src=x").first()).toBeVisible();
  await expect(page.locator("img")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(page).not.toHaveTitle(/pwned/);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/commands/palette", [
    { name: "Few", ready: (_view, page) => expect(page.getByRole("option").first()).toBeVisible() },
  ]));
