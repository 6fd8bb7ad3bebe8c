import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Titles } from "./title-tip.story.tsx";

test("the keyboard focus shows the title of an element, and Escape hides it", async ({ mount, page }) => {
  await mount<typeof Titles>("ui/text/title-tip/Titles");
  const tip = page.locator("[data-text]");
  await page.keyboard.press("Tab");
  await expect(tip).toHaveAttribute("data-text", "Starts all failed tests again");
  await expect(tip).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  // Repeats nothing that is already visible.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Plain" })).toBeFocused();
  await expect(tip).toHaveCount(0);
});

test("a tip stays within the window", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await mount<typeof Titles>("ui/text/title-tip/Titles");
  for (let step = 0; step < 3; step++) await page.keyboard.press("Tab");
  const tip = page.locator("[data-text]");
  await expect(tip).toBeInViewport({ ratio: 1 });
  const button = await page.getByRole("button", { name: "Edge" }).boundingBox();
  const box = await tip.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(button?.y ?? 0);
});

test("the mouse leaves titles to the browser", async ({ mount, page }) => {
  const view = await mount<typeof Titles>("ui/text/title-tip/Titles");
  await view.getByRole("button", { name: "Run again" }).click();
  await expect(page.locator("[data-text]")).toHaveCount(0);
});

test("a tap on text shows its title, and a tap elsewhere hides it", async ({ mount, page }) => {
  const view = await mount<typeof Titles>("ui/text/title-tip/Titles");
  // Chromium sends this event after a tap.
  const tapOn = (selector: string) =>
    view
      .locator(selector)
      .first()
      .evaluate((element) => element.dispatchEvent(new PointerEvent("click", { pointerType: "touch", bubbles: true })));
  await tapOn("span[title]");
  await expect(page.locator("[data-text]")).toHaveAttribute("data-text", "19 Nov 2026, 14:02:11 UTC");
  await tapOn("button");
  await expect(page.locator("[data-text]")).toHaveCount(0);
});
