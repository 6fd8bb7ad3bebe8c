import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./report-header.story.tsx";

test("author and pull request link to their reports", async ({ mount }) => {
  const view = await mount<typeof stories.OfAPullRequest>("features/report/header/report-header/OfAPullRequest");
  await expect(view.getByRole("link", { name: "PR 12" })).toHaveAttribute("href", '#{"pullRequest":["12"]}');
  await expect(view.getByRole("link", { name: "Ada Lovelace" })).toHaveAttribute(
    "href",
    '#{"commitAuthor":["Ada Lovelace"]}',
  );
  await expect(view.getByRole("link", { name: "CI job" })).toHaveAttribute("href", "https://ci.test/7");
});

test("without a list they are text, and unknown ones are omitted", async ({ mount }) => {
  const view = await mount<typeof stories.WithoutAList>("features/report/header/report-header/WithoutAList");
  await expect(view.getByText("shop/web!4")).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
  await expect(view.getByTitle(/^Commit author/)).toHaveCount(0);
});

test("hostile values are escaped and stay inside the page", async ({ mount, page }) => {
  const view = await mount<typeof stories.Hostile>("features/report/header/report-header/Hostile");
  await expect(view.getByRole("link", { name: "CI job" })).toHaveCount(0);
  await expect(view.locator("img")).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/report/header/report-header", [
    "OfAPullRequest",
    "WithoutAList",
    "Hostile",
  ]));
