import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./story-line.story.tsx";
import type { Absent, Full, Hostile, Loading, Nothing, OnlyTheRun } from "./story-line.story.tsx";

const story = (name: string) => `ui/story/story-line/${name}`;

test("the sentence has the parts in order, with links", async ({ mount }) => {
  const view = await mount<typeof Full>(story("Full"));
  await expect(view.getByRole("paragraph")).toHaveText(
    "Broke in #102 · “Normalise search words” by Mira Lindqvist · 100 minutes after deploy Search 5 · 1 other test broke with it · " +
      "still passes on preview · Owner: Catalogue team · item Look into the search of Ada Okafor · SHOP-2391",
  );
  await expect(view.getByRole("link", { name: "#102" })).toHaveAttribute("href", "/reports/102");
  await expect(view.getByRole("link", { name: "#102" })).not.toHaveAttribute("target");
  const commit = view.getByRole("link", { name: "“Normalise search words”" });
  await expect(commit).toHaveAttribute("target", "_blank");
});

test("internal links change the page without loading it", async ({ mount, page }) => {
  const view = await mount<typeof OnlyTheRun>(story("OnlyTheRun"));
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await view.getByRole("link", { name: "#102" }).click();
  // The gallery keeps its address in memory.
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
});

test("without facts there is nothing, and a line is reserved while it loads", async ({ mount }) => {
  await expect((await mount<typeof Nothing>(story("Nothing"))).getByRole("main")).toHaveText("Failure");
  await expect((await mount<typeof Absent>(story("Absent"))).getByRole("main")).toHaveText("Failure");
  const main = (await mount<typeof Loading>(story("Loading"))).getByRole("main");
  const loading = await main.boundingBox();
  const loaded = await (await mount<typeof OnlyTheRun>(story("OnlyTheRun"))).getByRole("main").boundingBox();
  expect(loading?.height).toBe(loaded?.height);
});

test("hostile texts stay text", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view).toContainText("<img src=x");
  await expect(view.getByRole("link")).toHaveText(["#102", "preview", "Look into the search", "SHOP-2391"]);
  await expect(page).not.toHaveTitle("pwned");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/story/story-line", [
    "Full",
    "OnlyTheRun",
    "Nothing",
    "Absent",
    "Loading",
    "RightToLeft",
    "Hostile",
  ]));
