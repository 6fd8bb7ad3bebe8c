import { expect } from "@playwright/test";
import { readTerms } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./project-cards.story.tsx";
import type { Few, Hostile, Many } from "./project-cards.story.tsx";

const few = "features/projects/project-cards/Few";

test("counts all and active projects, and links to the forms", async ({ mount }) => {
  const view = await mount<typeof Few>(few);
  await expect
    .poll(() => readTerms(view.locator("dl")))
    .toMatchObject({ "Total Projects": "4", "Active Projects": "3" });
  const legacy = view.getByRole("listitem").filter({ hasText: "Legacy" });
  await expect(legacy.getByText("Inactive")).toBeVisible();
  expect(await readTerms(legacy.locator("dl"))).toMatchObject({ "Test runs": "400" });
  await view.getByRole("button", { name: "New Project" }).click();
  await expect(view.locator("output")).toHaveText("new");
  await view.getByRole("button", { name: "Edit Search" }).click();
  await expect(view.locator("output")).toHaveText("edit Search");
});

test("shows the first 24 projects when there are thousands, and a search finds the others", async ({ mount }) => {
  const view = await mount<typeof Many>("features/projects/project-cards/Many");
  const cards = view.getByRole("list", { name: "Projects" }).getByRole("listitem");
  await expect(cards).toHaveCount(24);
  await view.getByRole("button", { name: "Show more (4,976 left)" }).click();
  await expect(cards).toHaveCount(48);
  await view.getByRole("searchbox").fill("4711");
  await expect(cards).toHaveCount(1);
  await view.getByRole("searchbox").fill("none of them");
  await expect(view.getByText("No projects found")).toBeVisible();
});

test("hostile names are escaped and stay inside the page at 360 pixels", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>("features/projects/project-cards/Hostile");
  await expect(view.getByText("<img src=x").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(page).not.toHaveTitle(/pwned/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/projects/project-cards", ["Few", "Hostile"]));
