import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./tour-view.story.tsx";
import type { First } from "./tour-view.story.tsx";

const outlined = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineStyle === "solid");

test("three steps each outline their part of the page, by keyboard too", async ({ mount, page }) => {
  const view = await mount<typeof First>("features/report/tour/tour-view/First");
  const tour = view.getByRole("complementary", { name: "Tour of a failure" });
  const [causes, story, decision] = ["Error: expected", "Broke in", "Application Defect"].map((text) =>
    view.getByText(text),
  ) as [Locator, Locator, Locator];
  await expect(tour).toContainText("1 of 3");
  expect(await Promise.all([causes, story, decision].map(outlined))).toEqual([true, false, false]);
  await tour.getByRole("button", { name: "Open a failure" }).focus();
  await page.keyboard.press("Enter");
  await expect(tour).toContainText("2 of 3");
  expect(await Promise.all([causes, story, decision].map(outlined))).toEqual([false, true, false]);
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(tour).toContainText("3 of 3");
  expect(await Promise.all([causes, story, decision].map(outlined))).toEqual([false, false, true]);
  await tour.getByRole("button", { name: "Back" }).click();
  await expect(tour).toContainText("2 of 3");
  await tour.getByRole("button", { name: "Close the tour" }).click();
  await expect(tour).toHaveCount(0);
  expect(await outlined(story)).toBe(false);
});

test("every step has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/report/tour/tour-view", ["First", "Last"]));
