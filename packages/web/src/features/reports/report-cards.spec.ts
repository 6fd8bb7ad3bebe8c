import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./report-cards.story.tsx";
import type { Hostile, Huge, Loading, Several, Stale, WithExports } from "./report-cards.story.tsx";

const story = (name: string) => `features/reports/report-cards/${name}`;

test("a card shows suite, outcome and authors", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  const card = view.getByRole("article").first();
  await expect(card.getByRole("link", { name: "checkout-e2e" })).toHaveAttribute("href", "/reports/7");
  const [texts = []] = await readTexts(card);
  const counts = ["1,990 passed", "7 failed", "2 errored", "4 flaky", "2 skipped"];
  expect(texts.slice(0, 10)).toEqual(["Failed", "checkout-e2e", "#12", "99.9%", ...counts, "1m 12s"]);
  expect(texts).toEqual(expect.arrayContaining(["staging", "playwright", "main", "a91f3c2", "#nightly", "@smoke"]));
  await expect(card.getByText(/^1 Jan 2030, \d\d:\d\d$/)).toBeVisible();
  await expect(card.getByRole("list", { name: "Test Authors", exact: true }).getByRole("listitem")).toHaveCount(6);
  await expect(card.getByRole("list", { name: /^Failed Test Authors/ }).getByRole("listitem")).toHaveText([
    "Ada Lovelace",
    "Grace Hopper",
  ]);
  await expect(card.getByRole("link", { name: "7 failed" })).toHaveAttribute("href", "/reports/7?status=failed");
});

test("a report without failures shows that, and no authors if unknown", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  const card = view.getByRole("article").nth(1);
  const [texts = []] = await readTexts(card);
  expect(texts.slice(0, 6)).toEqual(["Completed", "checkout-e2e", "#11", "100.0%", "10 passed", "0 failed"]);
  await expect(card).not.toContainText("Authors");
});

test("a long list of authors expands, and a name lists the reports of its author", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  const authors = view.getByRole("article").first().getByRole("list", { name: "Test Authors", exact: true });
  await authors.getByRole("button", { name: "Show 2 more" }).click();
  await authors.getByRole("button", { name: "Barbara" }).click();
  await expect(view.getByLabel("Done")).toHaveText("author Barbara");
  await view.getByRole("button", { name: "#nightly" }).click();
  await expect(view.getByLabel("Done")).toHaveText("tag nightly");
  await view.getByRole("button", { name: "browser=chrome-143" }).first().click();
  await expect(view.getByLabel("Done")).toHaveText("fact browser=chrome-143");
  await view.getByRole("article").nth(1).getByRole("button", { name: "main" }).click();
  await expect(view.getByLabel("Done")).toHaveText("branch main");
});

test("works by keyboard: j and k move, x selects, and two are compared, the older one first", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Several>(story("Several"));
  const link = (index: number) => view.getByRole("article").nth(index).getByRole("link", { name: "checkout-e2e" });
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("x");
  await expect(view.getByText("Select another report to compare.")).toBeVisible();
  await expect(view.getByRole("button", { name: "Compare" })).toBeDisabled();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(view.getByRole("checkbox", { name: "Select checkout-e2e #11" })).toBeChecked();
  await page.keyboard.press("c");
  await expect(view.getByLabel("Done")).toHaveText(JSON.stringify({ compare: [11, 12] }));
  await view.getByRole("checkbox", { name: "Select checkout-e2e #10" }).check();
  await page.keyboard.press("c");
  await expect(view.getByLabel("Done"), "keys go on where a checkbox has the focus").toHaveText(
    JSON.stringify({ compare: [11, 10, 12] }),
  );
  await view.getByRole("button", { name: "Clear the selection" }).click();
  await expect(view.getByRole("region", { name: "Selected reports" })).toHaveCount(0);
});

test("marks loading as busy", async ({ mount, page }) => {
  const stale = await mount<typeof Stale>(story("Stale"));
  await expect(stale.getByRole("list", { name: "Reports" })).toHaveAttribute("aria-busy", "true");
  await mount<typeof Loading>(story("Loading"));
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
});

test("the exports of a report are on its card", async ({ mount }) => {
  const view = await mount<typeof WithExports>(story("WithExports"));
  await expect(view.getByRole("article").getByText("exports of 12")).toBeVisible();
});

test("renders only visible cards of 100,000 reports, to the last one", async ({ mount, page }) => {
  const view = await mount<typeof Huge>(story("Huge"));
  await expect(view.getByText("#100000", { exact: true })).toBeVisible();
  expect(await view.getByRole("article").count()).toBeLessThan(60);
  await page.keyboard.press("End");
  await expect(view.getByText("#1", { exact: true })).toBeVisible();
  expect(await page.locator("*").count()).toBeLessThan(3000);
});

test("Home returns from the end, past cards that were never measured", async ({ mount, page }) => {
  const view = await mount<typeof Huge>(story("Huge"));
  await expect(view.getByText("#100000", { exact: true })).toBeVisible();
  const rested = page.evaluate(() => new Promise((rest) => addEventListener("scrollend", rest, { once: true })));
  await page.keyboard.press("End");
  await rested;
  await expect(view.getByText("#1", { exact: true })).toBeVisible();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const bottom = await scrolled();
  expect(bottom).toBeGreaterThan(10_000);
  // The browser ignores keys while it is still scrolling, so the key is pressed until the page moves.
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect.poll(scrolled, { timeout: 1000 }).toBeLessThan(bottom - 1000);
  }).toPass();
  await expect(view.getByText("#100000", { exact: true })).toBeInViewport();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/reports/report-cards", [
    "Several",
    "WithExports",
    "Loading",
    "Hostile",
  ]));

test("hostile texts are escaped", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.getByText("<img src=x").first()).toBeVisible();
  await expect(view.locator("img")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/pwned/);
});
