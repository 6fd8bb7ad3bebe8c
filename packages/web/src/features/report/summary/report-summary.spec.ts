import { expect, type Locator } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./report-summary.story.tsx";
import type { ClockSkew, Green, Hostile, Red, Running } from "./report-summary.story.tsx";

const story = (name: string) => `features/report/summary/report-summary/${name}`;
const fact = (view: Locator, name: string) => view.locator(`dt:text-is("${name}") + dd`);

test("a report is summarised with counts, times, location and names", async ({ mount }) => {
  const view = await mount<typeof Red>(story("Red"));
  await expect(fact(view, "Passed")).toHaveText("81");
  await expect(fact(view, "Failed")).toHaveText("17");
  await expect(fact(view, "Skipped")).toHaveText("1");
  await expect(fact(view, "Pass Rate")).toHaveText("81.8%");
  await expect(fact(view, "Started")).toContainText("1 Jan 2030");
  await expect(fact(view, "Completed")).toContainText("00:01:12");
  await expect(fact(view, "Duration")).toHaveText("1m 12s");
  await expect(fact(view, "Environment")).toHaveText("staging");
  await expect(fact(view, "Framework")).toHaveText("playwright");
  await expect
    .poll(async () => (await readTexts(fact(view, "Authors"))).flat())
    .toEqual(["ada", "has failures", "grace"]);
  await expect(fact(view, "Tags")).toHaveText("nightly");
  await expect(fact(view, "os")).toHaveText("linux");
  await expect(fact(view, "browser")).toContainText("Parts of this run reported 2 different values.");
  await expect(fact(view, "Operating system")).toHaveText("Debian 13");
});

test("the largest failure patterns show their exact shares and link to their tests", async ({ mount, page }) => {
  const view = await mount<typeof Red>(story("Red"));
  const patterns = view.getByRole("region", { name: "Failure patterns" });
  const shares = patterns.getByRole("link");
  await expect(shares).toHaveCount(3);
  await expect(shares.nth(0).getByText('expected "Paid"')).toBeVisible();
  await expect(shares.nth(0).getByText("50.0%")).toBeVisible();
  await expect(shares.nth(0).getByText("9 of 18")).toBeVisible();
  await expect(shares.nth(1).getByText("27.8%")).toBeVisible();
  await expect(shares.nth(1).getByText("5 of 18")).toBeVisible();
  await expect(shares.nth(2).getByText("5.6%")).toBeVisible();
  await expect(patterns.getByRole("link").first()).toHaveAttribute("href", "/reports/7?failure=00000000000000aa");
  await expect(patterns.getByText("3 of 18 failures have other causes.")).toBeVisible();
  await expect(page).not.toHaveTitle(/pwned/);
});

test("a passed report has no failure patterns, and a running one has no end yet", async ({ mount }) => {
  const green = await mount<typeof Green>(story("Green"));
  await expect(green.getByText("Failure patterns")).toHaveCount(0);
  const running = await mount<typeof Running>(story("Running"));
  await expect(fact(running, "Completed")).toHaveText("Still running");
  await expect(fact(running, "Duration")).toHaveText("N/A");
  await expect(fact(running, "Pass Rate")).toHaveText("–");
});

test("an end before the start is marked", async ({ mount }) => {
  const view = await mount<typeof ClockSkew>(story("ClockSkew"));
  await expect(fact(view, "Completed")).toContainText("Before the start, because the clocks");
});

test("hostile names are escaped and stay inside the page at 360 pixels", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.getByText("<b>bold</b>")).toBeVisible();
  await expect(view.getByText("and 100 more")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/report/summary/report-summary", [
    "Red",
    "Hostile",
  ]));
