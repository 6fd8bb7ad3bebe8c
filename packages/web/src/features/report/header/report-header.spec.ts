import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./report-header.story.tsx";

const folder = "features/report/header/report-header";

test("the subject links to the commit, and the author to their reports", async ({ mount }) => {
  const view = await mount<typeof stories.OfAPullRequest>(`${folder}/OfAPullRequest`);
  await expect(view.getByRole("link", { name: "Normalise search words" })).toHaveAttribute(
    "href",
    "https://git.test/a91f3c2",
  );
  await expect(view.getByRole("link", { name: "Ada Lovelace" })).toHaveAttribute(
    "href",
    '#{"commitAuthor":["Ada Lovelace"]}',
  );
  await expect(view.getByTitle("Duration")).toHaveText("1m 12s");
});

test("without a list the author is text, and unknown parts are omitted", async ({ mount }) => {
  const view = await mount<typeof stories.WithoutAList>(`${folder}/WithoutAList`);
  await expect(view.getByTitle("Commit author مريم")).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
  await expect(view.getByTitle(/^Commit subject/)).toHaveCount(0);
});

test("the header has two lines, whatever its texts, and stays visible while the page is scrolled", async ({
  mount,
  page,
}) => {
  for (const width of [1440, 1024, 360]) {
    await page.setViewportSize({ width, height: 700 });
    const view = await mount<typeof stories.InTwoLines>(`${folder}/InTwoLines`);
    const header = view.getByRole("banner");
    expect((await header.boundingBox())?.height).toBe(78);
    await expect(header.getByText("#1", { exact: true })).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect(header.getByText("#1", { exact: true })).toBeInViewport();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  }
});

test("the duration of a running run counts up, but not in an export", async ({ mount, page }) => {
  await page.clock.install({ time: "2030-01-01T00:00:00Z" });
  const view = await mount<typeof stories.Running>(`${folder}/Running`);
  await page.clock.pauseAt("2030-01-01T00:10:10Z");
  await expect(view.getByTitle("Duration")).toHaveText("10m 10s");
  await page.clock.runFor(30_000);
  await expect(view.getByTitle("Duration")).toHaveText("10m 40s");
  const exported = await mount<typeof stories.ExportedRunning>(`${folder}/ExportedRunning`);
  await expect(exported.getByTitle("Duration")).toHaveCount(0);
});

test("hostile values are escaped and stay inside the page", async ({ mount, page }) => {
  const view = await mount<typeof stories.Hostile>(`${folder}/Hostile`);
  await expect(view.getByRole("link", { name: "img" })).toHaveCount(0);
  await expect(view.locator("img")).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["OfAPullRequest", "WithoutAList", "Hostile"]));
