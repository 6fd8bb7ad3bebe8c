import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./dashboard-view.story.tsx";
import type {
  Empty,
  Excluded,
  First,
  Green,
  Hostile,
  Loading,
  Many,
  Old,
  OnlyRunning,
  Red,
} from "./dashboard-view.story.tsx";

const story = (name: string) => `features/dashboard/dashboard-view/${name}`;

test("failed suites come first, with start, changes and links", async ({ mount }) => {
  const view = await mount<typeof Red>(story("Red"));
  const band = view.getByRole("list", { name: "Red suites" }).getByRole("listitem");
  await expect(band).toHaveText(/checkout-e2e is red on main, since #1284, .* · staging · a91f3c2/);
  await expect(band).toContainText("Owned by @checkout (6), @accounts (3), @platform (1) and 1 more");
  await expect(band).toContainText("3 new failures, 2 fixed");
  await expect(band.getByRole("link", { name: "2 new causes" })).toHaveAttribute("href", /\/defects\?.*state=new/);
  await expect(band.getByRole("link", { name: "Environment Issue 3" })).toHaveAttribute(
    "href",
    /\/defects\?.*class=Environment/,
  );
  await expect(band.getByRole("link", { name: "#1284", exact: true })).toHaveAttribute("href", "/reports/84");
  await expect(band.getByRole("link", { name: "Show changes" })).toHaveAttribute(
    "href",
    "/reports/compare?base=84&head=85",
  );
});

test("the cards show metrics, formulas, and 30 days", async ({ mount }) => {
  const view = await mount<typeof Red>(story("Red"));
  await expect(view.getByRole("list", { name: "Metrics of all reports" }).getByRole("listitem")).toHaveText([
    /Test Reports\s*128\s*41 in 30 days \(\+12\)/,
    /Total Tests Executed\s*48,210\s*15,204 in 30 days \(\+4\.1%\)/,
    /Pass Rate\s*96%\s*95% in 30 days \(−2 pt\)\s*96\.9% of tests run/,
    /Avg Duration\s*412 s\s*394 s in 30 days \(−18 s\)/,
  ]);
  const value = (name: string) => view.getByRole("link", { name, exact: true });
  await expect(value("128")).toHaveAttribute("href", "/reports");
  await expect(value("96%")).toHaveAttribute("href", "/reports?sortBy=passRate&sortOrder=asc");
  await expect(value("96%")).toHaveAttribute("title", /46,330 passed of 48,210 tests = 96\.1%/);
  await expect(value("412 s")).toHaveAttribute("title", "52,736 s over 128 reports; 2 without a duration");
});

test("excluded failures change only the rate of tests that ran", async ({ mount }) => {
  const view = await mount<typeof Excluded>(story("Excluded"));
  const card = view.getByRole("listitem").filter({ hasText: "Pass Rate" });
  await expect(card).toContainText("97.9% of tests run, excluding 100 failures");
  await expect(card.getByRole("link", { name: "96%" })).toHaveAttribute(
    "title",
    /46,330 passed of 48,210 tests = 96\.1%;.* Of the 47,342 tests that ran, excluding 100 failures \(incidents and quarantine\), 97\.9% passed/,
  );
});

test("the distribution and the trend are described, and link to reports", async ({ mount, page }) => {
  const view = await mount<typeof Red>(story("Red"));
  await expect(view.locator("figure svg")).toHaveCount(2);
  await expect(view.getByRole("list", { name: "Test Results Distribution" }).getByRole("link")).toHaveText([
    "Passed 46,330",
    "Failed 1,112",
    "Skipped 768",
  ]);
  const points = view.getByRole("figure", { name: "Pass Rate Trends" }).getByRole("link");
  await expect(points).toHaveCount(7);
  // The seven newest reports are in chronological order.
  await expect(points.first()).toHaveAttribute("href", "/reports/79");
  await expect(points.last()).toHaveAttribute("href", "/reports/85");
  await points.last().hover();
  await expect(
    page.locator("[data-side]").getByText(/checkout-e2e #1285\s+96\.1%: 961 of 1,000 tests, excluding skipped ones/),
  ).toBeVisible();
  await expect(points.nth(3)).toHaveAccessibleName(/no tests ran/);
});

test("a dashboard without failures shows that, and the fixed tests", async ({ mount }) => {
  const view = await mount<typeof Green>(story("Green"));
  await expect(view.getByText("All green.")).toBeVisible();
  await expect(view.getByText("0 new failures, 2 fixed")).toBeVisible();
  await expect(view.getByRole("list", { name: "Red suites" })).toHaveCount(0);
});

test("without a previous run, the failures are shown", async ({ mount }) => {
  const view = await mount<typeof First>(story("First"));
  await expect(view.getByRole("link", { name: "7 failed" })).toHaveAttribute("href", "/reports/85?status=failed");
  await expect(view.getByRole("link", { name: "3 errored" })).toHaveAttribute("href", "/reports/85?status=error");
  await expect(view.getByRole("link", { name: "Open #1285" })).toHaveAttribute("href", "/reports/85");
  await expect(view.getByText("Interrupted")).toBeVisible();
  await expect(view.getByText("checkout-e2e is red", { exact: true })).toBeVisible();
  await expect(view.getByText("0.84 s")).toBeVisible();
});

test("shows the first of many failed suites, others on request, and the rest by name", async ({ mount }) => {
  const view = await mount<typeof Many>(story("Many"));
  const bands = view.getByRole("list", { name: "Red suites" }).getByRole("listitem");
  await expect(bands).toHaveCount(3);
  await view.getByRole("button", { name: "Show 75 more red suites" }).click();
  await expect(bands).toHaveCount(10);
  await expect(view.getByText("68 more are red")).toBeVisible();
});

test("an empty project explains what to do, and shows no charts", async ({ mount }) => {
  const view = await mount<typeof Empty>(story("Empty"));
  await expect(view.getByText("No reports found. Run your first test to get started.")).toBeVisible();
  await expect(view.getByText("No data available")).toBeVisible();
  await expect(view.getByText("No trend data available")).toBeVisible();
  await expect(view.getByRole("list", { name: "Metrics of all reports" })).toContainText(/Test Reports\s*0/);
  await expect(view.getByText("Recent Reports")).toHaveCount(0);
});

test("a running first run appears neither as a result nor in the trend", async ({ mount }) => {
  const view = await mount<typeof OnlyRunning>(story("OnlyRunning"));
  await expect(view.getByText("All green.")).toHaveCount(0);
  await expect(view.getByText("No trend data available")).toBeVisible();
  await expect(view.getByRole("listitem").filter({ hasText: "Avg Duration" }), "none says how long it took").toHaveText(
    "Avg Duration–",
  );
});

test("keeps data that failed to refresh with a note, and can be retried", async ({ mount }) => {
  const view = await mount<typeof Old>(story("Old"));
  await expect(view.getByRole("status")).toContainText("These numbers could not be refreshed.");
  await view.getByRole("button", { name: "Try again" }).click();
  await expect(view.locator("[data-tries]")).toHaveText("1");
  await expect(view.getByText("128", { exact: true })).toBeVisible();
});

test("nothing moves when the metrics arrive", async ({ mount, page }) => {
  await mount<typeof Loading>(story("Loading"));
  const skeletons = page.locator("[aria-busy] > div");
  const indices = async (of: typeof skeletons) =>
    Promise.all((await of.all()).map(async (each) => Math.round((await each.boundingBox())!.y)));
  const before = await indices(skeletons);
  const view = await mount<typeof Red>(story("Red"));
  await expect(view.locator("figure svg")).toHaveCount(2);
  const cards = (await view.getByRole("list", { name: "Metrics of all reports" }).boundingBox())!;
  const charts = (await view
    .getByRole("heading", { name: "Test Results Distribution" })
    .locator("../..")
    .boundingBox())!;
  expect([Math.round(cards.y), Math.round(charts.y)]).toEqual([before[1], before[2]]);
  expect(Math.round(charts.height)).toBe(298);
});

test("hostile names are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(story("Hostile"));
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

const drawn = (view: Locator) => expect(view.locator("figure svg")).toHaveCount(2);

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/dashboard/dashboard-view", [
    { name: "Red", ready: drawn },
    { name: "Green", ready: drawn },
    "Empty",
  ]));
